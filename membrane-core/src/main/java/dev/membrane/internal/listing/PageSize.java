package dev.membrane.internal.listing;

import dev.membrane.schema.ValidationException;

/** The number of items on a page. */
final class PageSize {

  private static final int USUAL = 100;
  private static final int MAX = 1_000;

  private PageSize() {}

  /**
   * The size that was asked for.
   *
   * @param asked 0: it was not said
   * @throws ValidationException if it is out of its range
   */
  static int of(int asked) {
    if (asked < 0 || asked > MAX) {
      throw ValidationException.worded("page_size", "page_size must be between 0 and " + MAX);
    }
    return asked == 0 ? USUAL : asked;
  }
}
