package dev.membrane;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which episode to read. If several have the key, it is the one that began last, or the caller's
 * own that was under way then. Immutable.
 */
public final class RetrieveEpisodeRequest extends RequestValues {

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

  /** A builder for the first page of an episode, the earliest event first; it has to be named. */
  public static Builder builder() {
    return new Builder();
  }

  /** The first page of an episode, the earliest event first. */
  public static RetrieveEpisodeRequest of(String episode) {
    return builder().episode(episode).build();
  }

  /** The same, of another page. */
  public RetrieveEpisodeRequest on(PageRequest wanted) {
    return builder().episode(episode).scope(scope).newestFirst(newestFirst).page(wanted).build();
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
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("episode", episode);
    value.accept("scope", scope);
    value.accept("newestFirst", newestFirst);
    value.accept("page", page);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder {
    private String episode = "";
    private @Nullable String scope;
    private boolean newestFirst;
    private PageRequest page = PageRequest.FIRST;

    private Builder() {}

    /** Sets the key of the episode. */
    public Builder episode(String key) {
      episode = requireNonNull(key, "episode");
      return this;
    }

    /** Sets the scope of the episode; null: that of the caller, as by default; empty: none. */
    public Builder scope(@Nullable String where) {
      scope = where;
      return this;
    }

    /** Says whether the latest events come first. */
    public Builder newestFirst(boolean wanted) {
      newestFirst = wanted;
      return this;
    }

    /** Sets which page of its events is wanted. */
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
