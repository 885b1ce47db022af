package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Which episode to read. If several have the key, it is the one that began last, or the caller's
 * own that was under way then. Immutable.
 */
public final class RetrieveEpisodeRequest {

  private final String episode;
  private final @Nullable String scope;
  private final boolean newestFirst;
  private final PageRequest page;

  private RetrieveEpisodeRequest(Builder built) {
    this.episode = built.episode;
    this.scope = built.scope;
    this.newestFirst = built.newestFirst;
    this.page = built.page;
  }

  /** A builder for the first page, the earliest event first; the episode has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The first page of an episode, the earliest event first. */
  public static RetrieveEpisodeRequest of(String episode) {
    return builder().episode(episode).build();
  }

  /** The same, of the episode of a scope. */
  public RetrieveEpisodeRequest in(String where) {
    return toBuilder().scope(where).build();
  }

  /** The same, the latest event first. */
  public RetrieveEpisodeRequest fromTheEnd() {
    return toBuilder().newestFirst(true).build();
  }

  /** The same, of a page. */
  public RetrieveEpisodeRequest on(PageRequest wanted) {
    return toBuilder().page(wanted).build();
  }

  private Builder toBuilder() {
    Builder same = new Builder();
    same.episode = episode;
    same.scope = scope;
    same.newestFirst = newestFirst;
    same.page = page;
    return same;
  }

  /** Its key. */
  public String episode() {
    return episode;
  }

  /** Its scope; null: the only scope of a caller who has one, else none; empty: none. */
  public @Nullable String scope() {
    return scope;
  }

  /** Whether the latest events come first. */
  public boolean newestFirst() {
    return newestFirst;
  }

  /** Which page of its events. */
  public PageRequest page() {
    return page;
  }

  @Override
  public String toString() {
    return "RetrieveEpisodeRequest[episode=%s, scope=%s, newestFirst=%s, page=%s]"
        .formatted(episode, scope, newestFirst, page);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private String episode = "";
    private @Nullable String scope;
    private boolean newestFirst;
    private PageRequest page = PageRequest.FIRST;

    private Builder() {}

    /** Sets the key. */
    public Builder episode(String key) {
      episode = requireNonNull(key, "episode");
      return this;
    }

    /** Sets the scope; empty: none. */
    public Builder scope(String where) {
      scope = requireNonNull(where, "scope");
      return this;
    }

    /** Says whether the latest events come first. */
    public Builder newestFirst(boolean wanted) {
      newestFirst = wanted;
      return this;
    }

    /** Sets the page. */
    public Builder page(PageRequest wanted) {
      page = requireNonNull(wanted, "page");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public RetrieveEpisodeRequest build() {
      return new RetrieveEpisodeRequest(this);
    }
  }
}
