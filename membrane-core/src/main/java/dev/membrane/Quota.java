package dev.membrane;

/**
 * How much a caller may store.
 *
 * @param records how many records at most; at least 1
 * @param bytes how many bytes at most; each ingest counts the bytes that were sent and {@value
 *     #PER_CALL} more; at least 1
 */
public record Quota(long records, long bytes) {

  /** No quota. */
  public static final Quota NONE = new Quota(Long.MAX_VALUE, Long.MAX_VALUE);

  /** The bytes that an ingest counts beside those that were sent, mainly for its audit entry. */
  public static final long PER_CALL = 512;

  /** Whether nothing needs to be counted. */
  public boolean isNone() {
    return equals(NONE);
  }
}
