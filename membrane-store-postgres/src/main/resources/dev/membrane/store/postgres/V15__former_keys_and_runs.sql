-- The former values of keys that the answers of the past depend on: each was there until a commit.
-- Without a value, there was no such key until then; owner is that of the key which came.
CREATE TABLE former_key (
  name      text   COLLATE "C" NOT NULL,
  long_name text   COLLATE "C",
  until     bigint NOT NULL,
  value     text   COLLATE "C",
  owner     text   COLLATE "C",
  row_hash  text   COLLATE "C" NOT NULL,
  PRIMARY KEY (name, until)
);

CREATE INDEX former_key_by_until ON former_key (until);

-- An owner may be as long as an id.
CREATE INDEX former_key_by_owner ON former_key USING hash (owner) WHERE owner IS NOT NULL;

-- The former states of kept runs, likewise. Without an instant, no run of that id was kept until then.
CREATE TABLE former_run (
  id       text    COLLATE "C" NOT NULL,
  long_id  text    COLLATE "C",
  until    bigint  NOT NULL,
  scope    text    COLLATE "C" NOT NULL,
  level    integer NOT NULL,
  at       bigint,
  words    text    COLLATE "C",
  tools    text    COLLATE "C",
  groups   text    COLLATE "C",
  row_hash text    COLLATE "C" NOT NULL,
  PRIMARY KEY (id, until)
);

CREATE INDEX former_run_by_until ON former_run (until);
CREATE INDEX former_run_by_scope ON former_run (scope, level);
