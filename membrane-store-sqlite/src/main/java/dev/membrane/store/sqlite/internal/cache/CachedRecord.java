package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.internal.history.RecordQuery.StoredDocument;
import java.util.HashMap;
import java.util.Map;

/**
 * A whole record.
 *
 * @param bytes the room it takes in memory, about
 * @param weight the most that its {@link JsonWeight} is with its log
 */
public record CachedRecord(StoredRecord stored, int bytes, long weight) {

  /** What the objects of the smallest record and of an audit entry take. */
  private static final int BYTES = 1_000;

  private static final int BYTES_OF_ENTRY = 400;

  /** What the object of a value takes, besides its text, for each unit of its weight. */
  private static final long BYTES_OF_WEIGHT = 64 / JsonWeight.VALUE;

  /** A character that is not of ASCII makes its whole text take twice the room. */
  private static final int BYTES_OF_CHARACTER = 2;

  /** More than a record has besides its document and its log, and an entry besides its texts. */
  private static final long WEIGHT_BESIDE = 512;

  private static final long BYTES_OF_ESCAPE = 6;

  /** What was read, by id. */
  public static Map<String, CachedRecord> all(Map<String, StoredDocument> records) {
    Map<String, CachedRecord> all = new HashMap<>();
    records.forEach((id, whole) -> all.put(id, of(whole.stored(), whole.doc())));
    return all;
  }

  /** A record, and the document that it was read from. */
  static CachedRecord of(StoredRecord stored, String doc) {
    long characters = doc.length();
    long weight = JsonWeight.of(doc) + WEIGHT_BESIDE;
    long entries = 0;
    for (AuditEntry entry : stored.record().auditLog()) {
      long texts = (long) entry.actor().length() + entry.rationale().length();
      entries++;
      characters += texts;
      weight += WEIGHT_BESIDE + BYTES_OF_ESCAPE * texts;
    }
    long bytes =
        BYTES
            + JsonWeight.ofValues(doc) * BYTES_OF_WEIGHT
            + characters * BYTES_OF_CHARACTER
            + entries * BYTES_OF_ENTRY;
    return new CachedRecord(stored, (int) Math.min(Integer.MAX_VALUE, bytes), weight);
  }
}
