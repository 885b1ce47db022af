-- A space is a set of records that are visible together and decay alike. A scoped record is in two:
-- the space of its own scope, and the one of all scopes together (whole = 1), so that a reader of
-- every scope asks as few indexes as a reader of one. An unscoped record (whole = 0, empty scope) is
-- in one only, for every reader asks that. The curves and half-lives (in seconds) met first have spaces of
-- their own, in which salience can be put in order once for ever or nearly so; the records of all
-- others share those with an empty curve.
CREATE TABLE space (
  id        INTEGER PRIMARY KEY,
  whole     INTEGER NOT NULL,
  scope     TEXT    NOT NULL,
  level     INTEGER NOT NULL,
  type      TEXT    NOT NULL,
  retired   INTEGER NOT NULL,
  curve     TEXT    NOT NULL,
  half_life INTEGER NOT NULL,
  pool      INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX space_by_kind ON space
  (whole, scope, level, type, retired, curve, half_life);

-- The curves and half-lives that have spaces of their own.
CREATE TABLE lane (
  curve     TEXT    NOT NULL,
  half_life INTEGER NOT NULL,
  PRIMARY KEY (curve, half_life)
) STRICT, WITHOUT ROWID;

-- The narrow half of a record: all that a filter or an order needs, and all that a reinforcement
-- changes. rid counts arrivals. Instants are microseconds since 1970. Of a record with salience
--   rank_key  log2(s0) + t0 / half_life, which orders an exponential curve's space for ever;
--   drift     log2(s0), the most it can be, in any other space; null if it does not move;
--   rest      the binary logarithm of the value that the salience cannot fall below; -Infinity
--             for a salience of 0; null if it falls without end.
CREATE TABLE memory (
  rid                INTEGER PRIMARY KEY,
  id                 TEXT    NOT NULL UNIQUE,
  version            INTEGER NOT NULL,
  digest             TEXT    NOT NULL,
  space              INTEGER NOT NULL,
  whole              INTEGER,
  scope              TEXT    NOT NULL,
  level              INTEGER NOT NULL,
  type               TEXT    NOT NULL,
  confidence         REAL    NOT NULL,
  created_at         INTEGER NOT NULL,
  updated_at         INTEGER NOT NULL,
  last_reinforced_at INTEGER NOT NULL,
  curve              TEXT    NOT NULL,
  half_life          INTEGER NOT NULL,
  min_salience       REAL,
  pinned             INTEGER NOT NULL,
  s0                 REAL    NOT NULL,
  t0                 INTEGER NOT NULL,
  log2_s0            REAL    NOT NULL,
  rank_key           REAL,
  drift              REAL,
  rest               REAL,
  thread_id          TEXT,
  valid_from         INTEGER,
  valid_until        INTEGER,
  measure            REAL,
  audits             INTEGER NOT NULL
) STRICT;

CREATE INDEX rank_by_space ON memory
  (space, rank_key DESC, t0 DESC, log2_s0 DESC, created_at DESC, id) WHERE rank_key IS NOT NULL;
CREATE INDEX rank_by_whole ON memory
  (whole, rank_key DESC, t0 DESC, log2_s0 DESC, created_at DESC, id)
  WHERE rank_key IS NOT NULL AND whole IS NOT NULL;
CREATE INDEX rest_by_space ON memory
  (space, rest DESC, created_at DESC, id) WHERE rest IS NOT NULL;
CREATE INDEX rest_by_whole ON memory
  (whole, rest DESC, created_at DESC, id) WHERE rest IS NOT NULL AND whole IS NOT NULL;
CREATE INDEX drift_by_space ON memory
  (space, drift DESC, t0 DESC, created_at DESC, id) WHERE drift IS NOT NULL;
CREATE INDEX drift_by_whole ON memory
  (whole, drift DESC, t0 DESC, created_at DESC, id) WHERE drift IS NOT NULL AND whole IS NOT NULL;
CREATE INDEX rank_by_t0 ON memory (t0) WHERE rank_key IS NOT NULL;

-- The wide half. words are the record's postings as the posting table was given them: its terms
-- with their counts, its tags, its thread.
CREATE TABLE document (
  rid    INTEGER PRIMARY KEY,
  length INTEGER NOT NULL,
  words  TEXT    NOT NULL,
  doc    TEXT    NOT NULL
) STRICT;

CREATE TABLE tag (
  rid INTEGER NOT NULL,
  tag TEXT    NOT NULL,
  PRIMARY KEY (rid, tag)
) STRICT, WITHOUT ROWID;

-- Posting lists, one for each word of each space.
CREATE VIRTUAL TABLE posting USING fts5
  (words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'");

-- A pool is a set of spaces whose words are counted together: those of one scope and level.
CREATE TABLE pool (
  id      INTEGER PRIMARY KEY,
  whole   INTEGER NOT NULL,
  scope   TEXT    NOT NULL,
  level   INTEGER NOT NULL,
  records INTEGER NOT NULL,
  length  INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX pool_by_kind ON pool (whole, scope, level);

CREATE TABLE pool_word (
  pool    INTEGER NOT NULL,
  word    TEXT    NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (pool, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstone (
  rid   INTEGER PRIMARY KEY,
  id    TEXT    NOT NULL UNIQUE,
  scope TEXT    NOT NULL,
  level INTEGER NOT NULL
) STRICT;

CREATE TABLE audit (
  rid            INTEGER NOT NULL,
  seq            INTEGER NOT NULL,
  action         TEXT    NOT NULL,
  actor          TEXT    NOT NULL,
  timestamp      INTEGER NOT NULL,
  rationale      TEXT    NOT NULL,
  nonce          TEXT    NOT NULL,
  rationale_hash TEXT    NOT NULL,
  content_hash   TEXT    NOT NULL,
  hash           TEXT    NOT NULL,
  PRIMARY KEY (rid, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_total (
  action  TEXT    NOT NULL PRIMARY KEY,
  entries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE key (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL,
  owner TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX key_by_owner ON key (owner) WHERE owner IS NOT NULL;

CREATE TABLE queue (
  item     TEXT    NOT NULL,
  queue    TEXT    NOT NULL,
  due_at   INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (item, queue)
) STRICT, WITHOUT ROWID;

CREATE INDEX queue_by_due ON queue (queue, due_at, item, attempts);
