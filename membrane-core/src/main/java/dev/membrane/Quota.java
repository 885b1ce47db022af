package dev.membrane;

import dev.membrane.schema.ValidationException;

/**
 * How much a caller may store.
 *
 * @param records how many records at most; at least 1
 * @param bytes how many bytes at most; each ingest counts the bytes that were sent and {@value
 *     #PER_CALL} more; at least 1
 */
public record Quota(long records, long bytes) {

  /**
   * Checks both.
   *
   * @throws ValidationException if one is below 1
   */
  public Quota {
    requirePositive("records", records);
    requirePositive("bytes", bytes);
  }

  private static void requirePositive(String field, long most) {
    if (most < 1) {
      throw new ValidationException(field, "must be at least 1");
    }
  }

  /** No quota. */
  public static final Quota NONE = new Quota(Long.MAX_VALUE, Long.MAX_VALUE);

  /**
   * The bytes that an ingest counts in addition to those that were sent, mainly for its audit
   * entry.
   */
  public static final long PER_CALL = 512;

  /** Whether nothing needs to be counted. */
  public boolean isNone() {
    return equals(NONE);
  }
}
