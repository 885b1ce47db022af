-- Counts stand beside each other as bytes, see WordBlock: in the log those that a commit adds to a
-- pool; in a run some that follow each other, of which first is the first word.
ALTER TABLE pool_word RENAME TO counted_word;
ALTER TABLE pool_word_log RENAME TO logged_word;

CREATE TABLE pool_word (
  run    INTEGER NOT NULL,
  pool   INTEGER NOT NULL,
  first  TEXT    NOT NULL,
  counts BLOB    NOT NULL,
  PRIMARY KEY (run, pool, first)
) STRICT, WITHOUT ROWID;

-- entries is how many counts there are in all rows up to this one. The first id is that after the
-- last run.
CREATE TABLE pool_word_log (
  id      INTEGER PRIMARY KEY,
  pool    INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  deltas  BLOB    NOT NULL
) STRICT;
