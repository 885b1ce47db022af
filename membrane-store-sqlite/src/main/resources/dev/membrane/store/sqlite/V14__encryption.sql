-- A row if the database is encrypted. mark is encrypted with the key of the store, so that it tells
-- whether a file of data keys is that of this database. The keys are in that file, which copies of
-- the database do not have: what is destroyed there is destroyed for them.
CREATE TABLE encryption (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  mark TEXT NOT NULL
) STRICT;

-- The scopes that a record has left for another one. What was written before has the key of the scope
-- that it left, so that this key is not destroyed.
CREATE TABLE moved_from (
  scope TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
