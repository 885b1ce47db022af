-- What metrics are made of: points, each a value and an instant of some records. Points of a series are
-- added up in the same way. A commit adds a row for each series to a log and touches nothing else; a
-- long log goes into blocks of points that follow each other, each with what they come to together.
-- points are bytes, see FigurePoints.
CREATE TABLE figure_log (
  series TEXT NOT NULL,
  points BLOB NOT NULL
) STRICT;

CREATE TABLE figure_block (
  id          INTEGER PRIMARY KEY,
  series      TEXT    NOT NULL,
  place       REAL    NOT NULL,
  at          INTEGER NOT NULL,
  value       REAL    NOT NULL,
  last_place  REAL    NOT NULL,
  least_at    INTEGER NOT NULL,
  most_at     INTEGER NOT NULL,
  least_value REAL    NOT NULL,
  most_value  REAL    NOT NULL,
  size        INTEGER NOT NULL,
  records     INTEGER NOT NULL,
  total       REAL    NOT NULL,
  decayed     REAL    NOT NULL
) STRICT;

CREATE INDEX figure_block_by_place ON figure_block (series, place, at, value);

CREATE TABLE figure_points (
  block  INTEGER PRIMARY KEY,
  points BLOB    NOT NULL
) STRICT;
