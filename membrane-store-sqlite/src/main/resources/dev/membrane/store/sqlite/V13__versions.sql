-- Since when a vector is there: the instant of the commit; null: it is not known.
ALTER TABLE embedding ADD COLUMN written_at INTEGER;

-- The former states of records: each lasted until a commit, and the next began then. delta makes the
-- document from that of the version after it, or, of a record that is gone, from nothing; null: it
-- is the same. '!': the content was erased, and so was that of all versions before it.
CREATE TABLE version (
  rid                INTEGER NOT NULL,
  version            INTEGER NOT NULL,
  until              INTEGER NOT NULL,
  audits             INTEGER NOT NULL,
  updated_at         INTEGER NOT NULL,
  last_reinforced_at INTEGER NOT NULL,
  s0                 REAL    NOT NULL,
  t0                 INTEGER NOT NULL,
  delta              TEXT,
  row_hash           TEXT    NOT NULL,
  PRIMARY KEY (rid, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX version_by_until ON version (until);

-- Which records of a scope are gone, in the order of arrival.
CREATE INDEX tombstone_by_scope ON tombstone (scope, rid);

-- A record is found by all that its sources and evidence name. The engine has to read all records
-- again, see V7, but no text has changed for an embedder. The hash is that of the key's other
-- columns, see RowHash.
INSERT OR IGNORE INTO key (name, value, row_hash) SELECT 'reindex', 'ties', '5ef90a1cfd622d22'
WHERE EXISTS (SELECT 1 FROM memory);
