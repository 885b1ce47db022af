package dev.membrane;

/**
 * How much a caller may keep in store.
 *
 * @param records how many records at most; at least 1
 * @param bytes how many bytes at most, counted as what was sent with each ingest and {@value
 *     #PER_CALL} more; at least 1
 */
public record Quota(long records, long bytes) {

  /** As much as the store takes. */
  public static final Quota NONE = new Quota(Long.MAX_VALUE, Long.MAX_VALUE);

  /** What an ingest counts with beside what was sent, above all for its audit entry. */
  public static final long PER_CALL = 512;

  /** Whether nothing needs to be counted. */
  public boolean isNone() {
    return equals(NONE);
  }
}
