-- What has yet to be done so that nothing of deleted records remains in the file: 'file' once, where
-- records were deleted before SQLite was told to overwrite what it deletes; 'pages' after deletions.
CREATE TABLE cleaning (
  step TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO cleaning (step) SELECT 'file' WHERE EXISTS (SELECT 1 FROM audit);

-- A word that is deleted leaves its page at once, not when the page is next merged with others.
INSERT INTO posting (posting, rank) VALUES ('secure-delete', 1);

-- Words that no record has any more.
INSERT INTO pool_word (pool, word, records)
SELECT pool, word, records FROM pool_word_recent WHERE true
ON CONFLICT (pool, word) DO UPDATE SET records = records + excluded.records;

DELETE FROM pool_word_recent;

DELETE FROM pool_word WHERE records = 0;
