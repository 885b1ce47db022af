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

-- Both tables are in this order, so nothing is sorted, however many rows there are.
INSERT INTO pool_word (run, pool, word, records)
SELECT 1, pool, word, records FROM counted_word WHERE true ORDER BY pool, word;

INSERT INTO pool_word (run, pool, word, records)
SELECT 1, pool, word, records FROM pool_word_recent WHERE true
ON CONFLICT (run, pool, word) DO UPDATE SET records = records + excluded.records;

DELETE FROM pool_word WHERE records = 0;

INSERT INTO pool_word_run (run, rows) SELECT 1, count(*) FROM pool_word;

DROP TABLE counted_word;
DROP TABLE pool_word_recent;
