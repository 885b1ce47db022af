package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a listing is wanted.
 *
 * @param trust what to show; null: all that the caller may see
 * @param pageSize the most wanted, 0 to 1000; 0 means 100
 * @param cursor the cursor of the page before; empty: the first page
 */
public record PageRequest(@Nullable TrustContext trust, int pageSize, String cursor) {

  /** The first page of all that the caller may see. */
  public static final PageRequest FIRST = new PageRequest(null, 0, "");

  /** Refuses a missing cursor. */
  public PageRequest {
    requireNonNull(cursor, "cursor");
  }

  /** The same page, under a trust context. */
  public PageRequest under(TrustContext shown) {
    return new PageRequest(requireNonNull(shown, "trust"), pageSize, cursor);
  }

  /** The same page, of a size. */
  public PageRequest ofSize(int most) {
    return new PageRequest(trust, most, cursor);
  }

  /** The page after another. */
  public PageRequest after(String next) {
    return new PageRequest(trust, pageSize, next);
  }
}
