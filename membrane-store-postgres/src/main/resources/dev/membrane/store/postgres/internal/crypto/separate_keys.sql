-- Which database may destroy data keys: the identifier of its server, its number, its schema.
CREATE TABLE membrane_keys (
  version integer NOT NULL,
  memory  text    NOT NULL
);

-- As in the database of the memory, see V9.
CREATE TABLE data_key (
  id         integer PRIMARY KEY,
  scope      text    COLLATE "C" NOT NULL UNIQUE,
  long_scope text    COLLATE "C",
  wrapped    text    COLLATE "C" NOT NULL
);

-- The planner would keep what is destroyed.
ALTER TABLE data_key
  ALTER COLUMN scope SET STATISTICS 0,
  ALTER COLUMN long_scope SET STATISTICS 0,
  ALTER COLUMN wrapped SET STATISTICS 0;

CREATE SEQUENCE data_key_number MINVALUE 2;

-- Keys that were destroyed on purpose; others are missing.
CREATE TABLE destroyed_key (
  id integer PRIMARY KEY
);
