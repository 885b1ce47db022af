package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Which page of a listing is wanted. Immutable. */
public final class PageRequest {

  /** The first page of all that the caller may see. */
  public static final PageRequest FIRST = builder().build();

  private final @Nullable TrustContext trust;
  private final int pageSize;
  private final String cursor;

  private PageRequest(Builder built) {
    this.trust = built.trust;
    this.pageSize = built.pageSize;
    this.cursor = built.cursor;
  }

  /** A builder for the first page of all that the caller may see. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same page, under a trust context. */
  public PageRequest under(TrustContext shown) {
    return toBuilder().trust(shown).build();
  }

  /** The same page, of a size. */
  public PageRequest ofSize(int most) {
    return toBuilder().pageSize(most).build();
  }

  /** The page after another. */
  public PageRequest after(String next) {
    return toBuilder().cursor(next).build();
  }

  private Builder toBuilder() {
    Builder same = new Builder();
    same.trust = trust;
    same.pageSize = pageSize;
    same.cursor = cursor;
    return same;
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
  public String toString() {
    return "PageRequest[trust=%s, pageSize=%s, cursor=%s]".formatted(trust, pageSize, cursor);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private @Nullable TrustContext trust;
    private int pageSize;
    private String cursor = "";

    private Builder() {}

    /** Sets what to show. */
    public Builder trust(TrustContext shown) {
      trust = requireNonNull(shown, "trust");
      return this;
    }

    /** Sets the most wanted. */
    public Builder pageSize(int most) {
      pageSize = most;
      return this;
    }

    /** Goes on after a page. */
    public Builder cursor(String next) {
      cursor = requireNonNull(next, "cursor");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public PageRequest build() {
      return new PageRequest(this);
    }
  }
}
