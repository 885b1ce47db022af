package dev.membrane;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Which page of a listing is wanted. Its rules are checked when it is handed in. Immutable. */
public final class PageRequest extends RequestValues {

  /** The first page of all that the caller may see. */
  public static final PageRequest FIRST = new PageRequest(null, 0, "");

  private final @Nullable TrustContext trust;
  private final int pageSize;
  private final String cursor;

  private PageRequest(@Nullable TrustContext trust, int pageSize, String cursor) {
    this.trust = trust;
    this.pageSize = pageSize;
    this.cursor = cursor;
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
    return new PageRequest(trust, pageSize, requireNonNull(next, "cursor"));
  }

  /** What to show; null: all that the caller may see. */
  public @Nullable TrustContext trust() {
    return trust;
  }

  /** The most wanted, 0 to 1000; 0 means 100. */
  public int pageSize() {
    return pageSize;
  }

  /** The cursor of the page before; empty: the first page. */
  public String cursor() {
    return cursor;
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("trust", trust);
    value.accept("pageSize", pageSize);
    value.accept("cursor", cursor);
  }
}
