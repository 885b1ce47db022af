-- The former values of keys that the answers of the past depend on: each was there until a commit.
-- Without a value, there was no such key until then; owner is that of the key which came.
CREATE TABLE former_key (
  name     TEXT    NOT NULL,
  until    INTEGER NOT NULL,
  value    TEXT,
  owner    TEXT,
  row_hash TEXT    NOT NULL,
  PRIMARY KEY (name, until)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_key_by_until ON former_key (until);
CREATE INDEX former_key_by_owner ON former_key (owner) WHERE owner IS NOT NULL;

-- The former states of kept runs, likewise. Without an instant, no run of that id was kept until then.
CREATE TABLE former_run (
  id       TEXT    NOT NULL,
  until    INTEGER NOT NULL,
  scope    TEXT    NOT NULL,
  level    INTEGER NOT NULL,
  at       INTEGER,
  words    TEXT,
  tools    TEXT,
  groups   TEXT,
  row_hash TEXT    NOT NULL,
  PRIMARY KEY (id, until)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_run_by_until ON former_run (until);
CREATE INDEX former_run_by_scope ON former_run (scope, level);
