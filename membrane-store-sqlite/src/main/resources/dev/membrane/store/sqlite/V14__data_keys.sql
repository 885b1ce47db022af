-- The keys of an encrypted database: number 1 is the store's, with an empty scope; the others are each
-- of a scope, which is encrypted with the store's. wrapped is the key, encrypted with the key-encryption
-- key. Empty: nothing is encrypted.
CREATE TABLE data_key (
  id      INTEGER PRIMARY KEY,
  scope   TEXT NOT NULL UNIQUE,
  wrapped TEXT NOT NULL
) STRICT;
