-- Since when a vector is there: the instant of the commit; null: it is not known.
ALTER TABLE embedding ADD COLUMN written_at bigint;

-- The former states of records: each lasted until a commit, and the next began then. delta makes the
-- document from that of the version after it, or, of a record that is gone, from nothing; null: it
-- is the same. '!': the content was erased, and so was that of all versions before it.
CREATE TABLE version (
  rid                bigint  NOT NULL,
  version            bigint  NOT NULL,
  until              bigint  NOT NULL,
  updated_at         bigint  NOT NULL,
  last_reinforced_at bigint  NOT NULL,
  s0                 float8  NOT NULL,
  t0                 bigint  NOT NULL,
  audits             integer NOT NULL,
  delta              text    COLLATE "C",
  row_hash           text    COLLATE "C" NOT NULL,
  PRIMARY KEY (rid, version)
);

CREATE INDEX version_by_until ON version (until);

-- Which records of a scope are gone, in the order of arrival.
CREATE INDEX tombstone_by_scope ON tombstone (scope, rid);

-- A record is found by all that its sources and evidence name. The engine has to read all records
-- again, see V3, but no text has changed for an embedder. The hash is that of the key's other
-- columns, see RowHash.
INSERT INTO key (name, value, row_hash) SELECT 'reindex', 'ties', '66b5db2422fa1a59'
WHERE EXISTS (SELECT 1 FROM memory)
ON CONFLICT DO NOTHING;
