package dev.membrane;

/**
 * Lists what there is, a page at a time. What the caller may not see is not listed, leaves no gap
 * and is not counted.
 *
 * <p>A page but the last is full, unless its records are larger than an answer may be. To go on,
 * the same question is asked with the cursor of the page before. Whatever is written in between,
 * what is there all the while is listed once.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not ask, {@link CancelledException} if the
 * caller ceases to wait, {@link dev.membrane.spi.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Listing {

  /** Lists records in the order in which they were stored. */
  RecordPage records(ListRecordsRequest request);
}
