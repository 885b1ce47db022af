package dev.membrane.ingest;

import dev.membrane.spi.Key;
import java.time.Instant;

/**
 * What is kept of a call that must count only once.
 *
 * @param expiresAt from when on it is forgotten
 * @param digest the digest of the request
 * @param recordId the record that it was answered with
 */
record Receipt(Instant expiresAt, String digest, String recordId) {

  static Receipt of(Key key) {
    String[] parts = key.value().split(" ", -1);
    return new Receipt(Instant.parse(parts[0]), parts[1], parts[2]);
  }

  /** The receipt under a name; no record owns it, for it outlives the record. */
  Key key(String name) {
    return new Key(name, expiresAt + " " + digest + " " + recordId, null);
  }

  boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt);
  }
}
