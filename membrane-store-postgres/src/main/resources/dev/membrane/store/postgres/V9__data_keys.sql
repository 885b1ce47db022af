-- The keys of an encrypted database: number 1 is the store's, with an empty scope; the others are each
-- of a scope, which is encrypted with the store's. wrapped is the key, encrypted with the key-encryption
-- key. Empty: nothing is encrypted, nor will ever be, as other nodes may have begun to write.
CREATE TABLE data_key (
  id         integer PRIMARY KEY,
  scope      text    COLLATE "C" NOT NULL UNIQUE,
  long_scope text    COLLATE "C",
  wrapped    text    COLLATE "C" NOT NULL
);

-- Every node draws the numbers of new keys from it.
CREATE SEQUENCE data_key_number MINVALUE 2;

-- The sum of a head where it is encrypted; null: it is not.
ALTER TABLE audit_head ADD COLUMN sealed_sum text COLLATE "C";
