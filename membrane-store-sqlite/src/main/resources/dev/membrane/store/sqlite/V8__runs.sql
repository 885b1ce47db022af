-- Successful runs that tasks are compared with. words, tools and groups are JSON: how often each term
-- was said, how often each tool was called, which procedures stand for the run.
CREATE TABLE run (
  number   INTEGER PRIMARY KEY,
  id       TEXT    NOT NULL UNIQUE,
  pool     INTEGER NOT NULL,
  scope    TEXT    NOT NULL,
  level    INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  length   INTEGER NOT NULL,
  words    TEXT    NOT NULL,
  tools    TEXT    NOT NULL,
  groups   TEXT    NOT NULL,
  row_hash TEXT    NOT NULL
) STRICT;

-- The latest runs of a scope and level, and those of a level over all scopes, with all that is asked.
CREATE INDEX run_by_pool ON run (pool, at DESC, id DESC, length);
CREATE INDEX run_by_level ON run (level, at DESC, id DESC, length, pool);

-- Where each word is found: of each block of 256 runs whose numbers follow each other, the runs that
-- have it, each with how often, as "12 3,14 1". The empty word stands for the length of each run.
CREATE TABLE run_word (
  pool   INTEGER NOT NULL,
  word   TEXT    NOT NULL,
  block  INTEGER NOT NULL,
  places TEXT    NOT NULL,
  PRIMARY KEY (pool, word, block)
) STRICT, WITHOUT ROWID;
