-- The orders are kept ascending and read backwards. Salience is ranked by the time of its anchor, so
-- that a new record comes behind the others of its space, where pages are filled; before the others,
-- they were split in halves.
DROP INDEX rank_by_space;
DROP INDEX rank_by_whole;
DROP INDEX rest_by_space;
DROP INDEX rest_by_whole;
DROP INDEX drift_by_space;
DROP INDEX drift_by_whole;

CREATE INDEX rank_by_space ON memory
  (space, rank_key, t0, log2_s0, created_at, id DESC) WHERE rank_key IS NOT NULL;
CREATE INDEX rank_by_whole ON memory
  (whole, rank_key, t0, log2_s0, created_at, id DESC)
  WHERE rank_key IS NOT NULL AND whole IS NOT NULL;
CREATE INDEX rest_by_space ON memory
  (space, rest, created_at, id DESC) WHERE rest IS NOT NULL;
CREATE INDEX rest_by_whole ON memory
  (whole, rest, created_at, id DESC) WHERE rest IS NOT NULL AND whole IS NOT NULL;
CREATE INDEX drift_by_space ON memory
  (space, drift, t0, created_at, id DESC) WHERE drift IS NOT NULL;
CREATE INDEX drift_by_whole ON memory
  (whole, drift, t0, created_at, id DESC) WHERE drift IS NOT NULL AND whole IS NOT NULL;

ALTER TABLE tag_rank RENAME TO descending_tag_rank;
CREATE TABLE tag_rank (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  rank_key   REAL    NOT NULL,
  t0         INTEGER NOT NULL,
  log2_s0    REAL    NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, rank_key, t0, log2_s0, created_at, id DESC)
) STRICT, WITHOUT ROWID;
INSERT INTO tag_rank SELECT * FROM descending_tag_rank
ORDER BY space, tag, rank_key, t0, log2_s0, created_at, id DESC;
DROP TABLE descending_tag_rank;

ALTER TABLE tag_rest RENAME TO descending_tag_rest;
CREATE TABLE tag_rest (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  rest       REAL    NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, rest, created_at, id DESC)
) STRICT, WITHOUT ROWID;
INSERT INTO tag_rest SELECT * FROM descending_tag_rest
ORDER BY space, tag, rest, created_at, id DESC;
DROP TABLE descending_tag_rest;

ALTER TABLE tag_drift RENAME TO descending_tag_drift;
CREATE TABLE tag_drift (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  drift      REAL    NOT NULL,
  t0         INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, drift, t0, created_at, id DESC)
) STRICT, WITHOUT ROWID;
INSERT INTO tag_drift SELECT * FROM descending_tag_drift
ORDER BY space, tag, drift, t0, created_at, id DESC;
DROP TABLE descending_tag_drift;
