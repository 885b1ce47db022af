-- Texts that are looked up are kept in a short form: one too long for an index is its head and a
-- digest, and stands whole in a column long_* beside it. "C" is the order of the bytes, in which
-- every store puts texts.

-- A space is a set of records that are visible together and decay alike. A scoped record is in two:
-- the space of its own scope, and the one of all scopes together (whole), so that a reader of
-- every scope asks as few indexes as a reader of one. An unscoped record (not whole, empty scope) is
-- in one only, for every reader asks that. The curves and half-lives (in seconds) met first have
-- spaces of their own, in which salience can be put in order once for ever or nearly so; the records
-- of all others share those with an empty curve.
CREATE TABLE space (
  id        bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  whole     boolean NOT NULL,
  scope     text    COLLATE "C" NOT NULL,
  level     integer NOT NULL,
  type      text    COLLATE "C" NOT NULL,
  retired   boolean NOT NULL,
  curve     text    COLLATE "C" NOT NULL,
  half_life bigint  NOT NULL,
  pool      bigint  NOT NULL
);

CREATE UNIQUE INDEX space_by_kind ON space
  (scope, whole, level, type, retired, curve, half_life);

-- The curves and half-lives that have spaces of their own.
CREATE TABLE lane (
  curve     text   COLLATE "C" NOT NULL,
  half_life bigint NOT NULL,
  PRIMARY KEY (curve, half_life)
);

-- The narrow half of a record: all that a filter or an order needs, and all that a reinforcement
-- changes. rid counts arrivals. Instants are microseconds since 1970. Of a record with salience
--   rank_key  log2(s0) + t0 / half_life, which orders an exponential curve's space for ever;
--   drift     log2(s0), the most it can be, in any other space; null if it does not move;
--   rest      the binary logarithm of the value that the salience cannot fall below; -Infinity
--             for a salience of 0; null if it falls without end.
-- Pages are left some room, so that a row that is rewritten stays where it is.
CREATE TABLE memory (
  rid                bigint  PRIMARY KEY,
  id                 text    COLLATE "C" NOT NULL UNIQUE,
  long_id            text    COLLATE "C",
  version            bigint  NOT NULL,
  digest             text    COLLATE "C" NOT NULL,
  space              bigint  NOT NULL,
  whole              bigint,
  scope              text    COLLATE "C" NOT NULL,
  level              integer NOT NULL,
  type               text    COLLATE "C" NOT NULL,
  confidence         float8  NOT NULL,
  created_at         bigint  NOT NULL,
  updated_at         bigint  NOT NULL,
  last_reinforced_at bigint  NOT NULL,
  curve              text    COLLATE "C" NOT NULL,
  half_life          bigint  NOT NULL,
  min_salience       float8,
  pinned             boolean NOT NULL,
  s0                 float8  NOT NULL,
  t0                 bigint  NOT NULL,
  log2_s0            float8  NOT NULL,
  rank_key           float8,
  drift              float8,
  rest               float8,
  valid_from         bigint,
  valid_until        bigint,
  measure            float8,
  audits             integer NOT NULL
) WITH (fillfactor = 85);

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
CREATE INDEX arrival_by_space ON memory (space, rid);

-- The wide half. words are the record's terms with their counts, its tags, its thread. The JSON is
-- text, for json would gain nothing and jsonb would write numbers another way.
CREATE TABLE document (
  rid    bigint  PRIMARY KEY,
  length integer NOT NULL,
  words  text    COLLATE "C" NOT NULL,
  doc    text    COLLATE "C" NOT NULL
);

-- The words of a record, each within both of its spaces, so that the index never leads to a record
-- that the caller may not see. What waits to be sorted into it every search reads: half of the usual.
CREATE TABLE posting (
  rid   bigint PRIMARY KEY,
  words text[] COLLATE "C" NOT NULL
);

CREATE INDEX posting_by_word ON posting USING gin (words) WITH (gin_pending_list_limit = 2048);

-- A pool is a set of spaces whose words are counted together: those of one scope and level.
CREATE TABLE pool (
  id      bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  whole   boolean NOT NULL,
  scope   text    COLLATE "C" NOT NULL,
  level   integer NOT NULL,
  records bigint  NOT NULL,
  length  bigint  NOT NULL
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX pool_by_kind ON pool (scope, whole, level);

CREATE TABLE pool_word (
  pool    bigint NOT NULL,
  word    text   COLLATE "C" NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (pool, word)
) WITH (fillfactor = 70);

CREATE TABLE tombstone (
  rid     bigint  PRIMARY KEY,
  id      text    COLLATE "C" NOT NULL UNIQUE,
  long_id text    COLLATE "C",
  scope   text    COLLATE "C" NOT NULL,
  level   integer NOT NULL
);

CREATE TABLE audit (
  rid            bigint  NOT NULL,
  seq            integer NOT NULL,
  action         text    COLLATE "C" NOT NULL,
  actor          text    COLLATE "C" NOT NULL,
  timestamp      bigint  NOT NULL,
  rationale      text    COLLATE "C" NOT NULL,
  nonce          text    COLLATE "C" NOT NULL,
  rationale_hash text    COLLATE "C" NOT NULL,
  content_hash   text    COLLATE "C" NOT NULL,
  hash           text    COLLATE "C" NOT NULL,
  PRIMARY KEY (rid, seq)
);

CREATE TABLE audit_total (
  action  text   COLLATE "C" PRIMARY KEY,
  entries bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE key (
  name      text COLLATE "C" PRIMARY KEY,
  long_name text COLLATE "C",
  value     text COLLATE "C" NOT NULL,
  owner     text COLLATE "C"
);

-- An owner may be as long as an id.
CREATE INDEX key_by_owner ON key USING hash (owner) WHERE owner IS NOT NULL;

CREATE TABLE queue (
  item       text    COLLATE "C" NOT NULL,
  queue      text    COLLATE "C" NOT NULL,
  long_item  text    COLLATE "C",
  long_queue text    COLLATE "C",
  due_at     bigint  NOT NULL,
  attempts   integer NOT NULL,
  PRIMARY KEY (item, queue)
);

CREATE INDEX queue_by_due ON queue (queue, due_at, item);

-- The models that vectors are of.
CREATE TABLE model (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name      text   COLLATE "C" NOT NULL UNIQUE,
  long_name text   COLLATE "C"
);

-- What records mean: whole numbers of two bytes, which do not get smaller by compression.
CREATE TABLE embedding (
  rid    bigint PRIMARY KEY,
  model  bigint NOT NULL,
  vector bytea  NOT NULL
);

ALTER TABLE embedding ALTER COLUMN vector SET STORAGE EXTERNAL;

-- What one process does while the others wait, each until the instant at which it is taken for dead.
CREATE TABLE lease (
  name   text        COLLATE "C" PRIMARY KEY,
  holder text        COLLATE "C" NOT NULL,
  until  timestamptz NOT NULL
) WITH (fillfactor = 50);
