-- What the hash of a record's content is made with; empty for one that has none. It is gone with
-- the row, so that what is deleted cannot be guessed from its hash.
ALTER TABLE memory ADD COLUMN nonce TEXT NOT NULL DEFAULT '';

-- What is noted of all audit logs of a scope together, those of deleted records included: how many
-- they are, and in hexadecimal the sum modulo 2^256 of the SHA-256 of id, blank and last hash. An
-- empty scope is none.
CREATE TABLE audit_head (
  scope  TEXT    NOT NULL PRIMARY KEY,
  trails INTEGER NOT NULL,
  sum    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows that follow from no record have a hash of their own.
ALTER TABLE key ADD COLUMN row_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE queue ADD COLUMN row_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE embedding ADD COLUMN row_hash TEXT NOT NULL DEFAULT '';
