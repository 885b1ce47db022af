-- In how many records of a pool a word occurs is the sum of what runs and a log say. A commit adds a
-- row for each pool to the log and touches nothing else. When the log has become long, it becomes a
-- run: rows in order, written beside each other. Runs of about the same size become one.
ALTER TABLE pool_word RENAME TO counted_word;

CREATE TABLE pool_word (
  run     INTEGER NOT NULL,
  pool    INTEGER NOT NULL,
  word    TEXT    NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (run, pool, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE pool_word_run (
  run  INTEGER PRIMARY KEY,
  rows INTEGER NOT NULL
) STRICT;

-- deltas is JSON: what is added to the count of each word; entries is how many of these there are in
-- all rows up to this one. The first id is that after the last run.
CREATE TABLE pool_word_log (
  id      INTEGER PRIMARY KEY,
  pool    INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  deltas  TEXT    NOT NULL
) STRICT;

INSERT INTO pool_word (run, pool, word, records)
SELECT 1, pool, word, sum(records)
FROM (SELECT * FROM counted_word UNION ALL SELECT * FROM pool_word_recent)
GROUP BY pool, word
HAVING sum(records) <> 0
ORDER BY pool, word;

INSERT INTO pool_word_run (run, rows) SELECT 1, count(*) FROM pool_word;

DROP TABLE counted_word;
DROP TABLE pool_word_recent;

-- With a rowid, as rows without one are kept outside of their pages when they are longer than a
-- quarter of these.
ALTER TABLE audit RENAME TO audit_without_rowid;

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
  UNIQUE (rid, seq)
) STRICT;

INSERT INTO audit SELECT * FROM audit_without_rowid ORDER BY rid, seq;

DROP TABLE audit_without_rowid;
