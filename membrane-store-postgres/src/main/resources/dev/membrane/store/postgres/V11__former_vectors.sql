-- The former vectors of records: each was there from written_at, see embedding, until a commit that
-- put another one in its place, or ended the record. row_hash is made of that which the vector had in
-- embedding, and of until.
CREATE TABLE former_vector (
  rid        bigint NOT NULL,
  until      bigint NOT NULL,
  model      bigint NOT NULL,
  written_at bigint,
  vector     bytea  NOT NULL,
  row_hash   text   COLLATE "C" NOT NULL,
  PRIMARY KEY (rid, until)
);

ALTER TABLE former_vector ALTER COLUMN vector SET STORAGE EXTERNAL;

CREATE INDEX former_vector_by_until ON former_vector (until);
