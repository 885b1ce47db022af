-- The records of a space that carry a tag, in the orders of the indexes rank_by_*, rest_by_* and
-- drift_by_* and with the very values that these have of the record: a record is in the list of
-- each order in which its own row has a place. space is either of the record's two; tag is the word
-- by which the posting lists know the tag.
CREATE TABLE tag_rank (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  rank_key   REAL    NOT NULL,
  t0         INTEGER NOT NULL,
  log2_s0    REAL    NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, rank_key DESC, t0 DESC, log2_s0 DESC, created_at DESC, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_rest (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  rest       REAL    NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, rest DESC, created_at DESC, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_drift (
  space      INTEGER NOT NULL,
  tag        TEXT    NOT NULL,
  drift      REAL    NOT NULL,
  t0         INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  id         TEXT    NOT NULL,
  rid        INTEGER NOT NULL,
  PRIMARY KEY (space, tag, drift DESC, t0 DESC, created_at DESC, id)
) STRICT, WITHOUT ROWID;

-- Tags stand behind the terms of a document's words, and before its thread.
CREATE TABLE tagged AS
SELECT d.rid AS rid, w.value AS tag
FROM (SELECT DISTINCT rid FROM tag) t
CROSS JOIN document d ON d.rid = t.rid
CROSS JOIN json_each(
  '["' || replace(trim(substr(d.words, instr(d.words, ' g'))), ' ', '","') || '"]') w
WHERE w.value GLOB 'g*';

INSERT INTO tag_rank (space, tag, rank_key, t0, log2_s0, created_at, id, rid)
SELECT s.value, g.tag, m.rank_key, m.t0, m.log2_s0, m.created_at, m.id, m.rid
FROM tagged g
CROSS JOIN memory m ON m.rid = g.rid
CROSS JOIN json_each(json_array(m.space, m.whole)) s
WHERE m.rank_key IS NOT NULL AND s.value IS NOT NULL;

INSERT INTO tag_rest (space, tag, rest, created_at, id, rid)
SELECT s.value, g.tag, m.rest, m.created_at, m.id, m.rid
FROM tagged g
CROSS JOIN memory m ON m.rid = g.rid
CROSS JOIN json_each(json_array(m.space, m.whole)) s
WHERE m.rest IS NOT NULL AND s.value IS NOT NULL;

INSERT INTO tag_drift (space, tag, drift, t0, created_at, id, rid)
SELECT s.value, g.tag, m.drift, m.t0, m.created_at, m.id, m.rid
FROM tagged g
CROSS JOIN memory m ON m.rid = g.rid
CROSS JOIN json_each(json_array(m.space, m.whole)) s
WHERE m.drift IS NOT NULL AND s.value IS NOT NULL;

-- Tags are counted like terms, so that of several the rarest is known.
INSERT INTO pool_word (pool, word, records)
SELECT s.pool, g.tag, count(*)
FROM tagged g
CROSS JOIN memory m ON m.rid = g.rid
CROSS JOIN space s ON s.id IN (m.space, m.whole)
GROUP BY s.pool, g.tag;

DROP TABLE tagged;
DROP TABLE tag;
