-- The former vectors of records: each was there from written_at, see embedding, until a commit that
-- put another one in its place, or ended the record. row_hash is made of that which the vector had in
-- embedding, and of until.
CREATE TABLE former_vector (
  rid        INTEGER NOT NULL,
  until      INTEGER NOT NULL,
  model      INTEGER NOT NULL,
  vector     BLOB    NOT NULL,
  written_at INTEGER,
  row_hash   TEXT    NOT NULL,
  PRIMARY KEY (rid, until)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_vector_by_until ON former_vector (until);
