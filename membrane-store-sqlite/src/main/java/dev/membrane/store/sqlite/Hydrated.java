package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.Stored;
import dev.membrane.store.jdbc.RecordQuery.Whole;
import java.util.HashMap;
import java.util.Map;

/**
 * A whole record.
 *
 * @param bytes the room it takes in memory, about
 */
record Hydrated(Stored stored, int bytes) {

  /** What the objects of the smallest record and of an audit entry take. */
  private static final int BYTES = 1_000;

  private static final int BYTES_OF_ENTRY = 400;

  /** What an object takes, and those that it consists of, beside their text. */
  private static final int BYTES_OF_VALUE = 64;

  /** A character that is not of ASCII makes its whole text take twice the room. */
  private static final int BYTES_OF_CHARACTER = 2;

  /** What was read, by id. */
  static Map<String, Hydrated> all(Map<String, Whole> records) {
    Map<String, Hydrated> all = new HashMap<>();
    records.forEach((id, whole) -> all.put(id, of(whole.stored(), whole.doc())));
    return all;
  }

  /** A record, and the document that it was read from. */
  static Hydrated of(Stored stored, String doc) {
    long values = doc.chars().filter(c -> c == ',' || c == '{' || c == '[').count();
    long characters = doc.length();
    long entries = 0;
    for (AuditEntry entry : stored.record().auditLog()) {
      entries++;
      characters += entry.actor().length() + entry.rationale().length();
    }
    long bytes =
        BYTES
            + values * BYTES_OF_VALUE
            + characters * BYTES_OF_CHARACTER
            + entries * BYTES_OF_ENTRY;
    return new Hydrated(stored, (int) Math.min(Integer.MAX_VALUE, bytes));
  }
}
