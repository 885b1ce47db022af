-- Successful runs that tasks are compared with. words, tools and groups are JSON: how often each term
-- was said, how often each tool was called, which procedures stand for the run.
CREATE TABLE run (
  number   bigint  PRIMARY KEY,
  id       text    COLLATE "C" NOT NULL UNIQUE,
  long_id  text    COLLATE "C",
  pool     bigint  NOT NULL,
  scope    text    COLLATE "C" NOT NULL,
  level    integer NOT NULL,
  at       bigint  NOT NULL,
  length   integer NOT NULL,
  words    text    COLLATE "C" NOT NULL,
  tools    text    COLLATE "C" NOT NULL,
  groups   text    COLLATE "C" NOT NULL,
  row_hash text    COLLATE "C" NOT NULL
);

-- The latest runs of a scope and level, and those of a level over all scopes, with all that is asked.
CREATE INDEX run_by_pool ON run (pool, at DESC, id DESC) INCLUDE (number, length);
CREATE INDEX run_by_level ON run (level, at DESC, id DESC) INCLUDE (number, length, pool);

-- Where each word is found: of each block of 256 runs whose numbers follow each other, the runs that
-- have it, each with how often, as "12 3,14 1". The empty word stands for the length of each run.
CREATE TABLE run_word (
  pool   bigint NOT NULL,
  word   text   COLLATE "C" NOT NULL,
  block  bigint NOT NULL,
  places text   COLLATE "C" NOT NULL,
  PRIMARY KEY (pool, word, block)
);
