-- What lately came to pool_word. The words of a commit are spread over all the pages of that table,
-- and a page that changes is written as a whole; here they share a few.
CREATE TABLE pool_word_recent (
  pool    INTEGER NOT NULL,
  word    TEXT    NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (pool, word)
) STRICT, WITHOUT ROWID;
