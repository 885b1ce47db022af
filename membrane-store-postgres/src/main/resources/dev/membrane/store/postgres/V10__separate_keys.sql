-- The data keys stand in a database of their own: mark is encrypted with the key of the store, which only
-- that database has. Empty: they stand in data_key, or nothing is encrypted.
CREATE TABLE encryption (
  id   integer PRIMARY KEY CHECK (id = 1),
  mark text    COLLATE "C" NOT NULL
);

-- Data keys with which nothing may be encrypted any more, in the order in which that was decided. Every
-- node looks for new ones before it reads or writes.
CREATE TABLE retired_key (
  number bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id     integer NOT NULL UNIQUE
);

-- Scopes that a record has left; what it has from before is encrypted with their keys.
CREATE TABLE moved_from (
  scope text COLLATE "C" PRIMARY KEY
);
