-- The records of a space in the order of arrival: every index ends with the rid.
CREATE INDEX arrival_by_space ON memory (space);

-- The models that vectors are of.
CREATE TABLE model (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- What the records of a space mean, beside each other so that a scope is read in one go: whole
-- numbers of two bytes.
CREATE TABLE embedding (
  space  INTEGER NOT NULL,
  rid    INTEGER NOT NULL,
  model  INTEGER NOT NULL,
  vector BLOB    NOT NULL,
  PRIMARY KEY (space, rid)
) STRICT, WITHOUT ROWID;
