-- What metrics are made of: points, each a value and an instant of some records. Points of a series are
-- added up in the same way. A commit adds a row for each series to a log and touches nothing else, so
-- that writers do not wait for each other; a long log goes into blocks of points that follow each other,
-- each with what they come to together. points are bytes, see FigurePoints.
CREATE TABLE figure_log (
  series text  COLLATE "C" NOT NULL,
  points bytea NOT NULL
);

CREATE TABLE figure_block (
  id          bigint PRIMARY KEY,
  series      text   COLLATE "C" NOT NULL,
  place       float8 NOT NULL,
  at          bigint NOT NULL,
  value       float8 NOT NULL,
  last_place  float8 NOT NULL,
  least_at    bigint NOT NULL,
  most_at     bigint NOT NULL,
  least_value float8 NOT NULL,
  most_value  float8 NOT NULL,
  size        bigint NOT NULL,
  records     bigint NOT NULL,
  total       float8 NOT NULL,
  decayed     float8 NOT NULL
);

CREATE INDEX figure_block_by_place ON figure_block (series, place, at, value);

CREATE TABLE figure_points (
  block  bigint PRIMARY KEY,
  points bytea  NOT NULL
);

ALTER TABLE figure_points ALTER COLUMN points SET STORAGE EXTERNAL;
