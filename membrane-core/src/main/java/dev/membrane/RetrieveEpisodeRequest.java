package dev.membrane;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which episode to read. If several have the key, it is the one that began last, or the caller's
 * own that was under way then. Its rules are checked when it is handed in. Immutable.
 */
public final class RetrieveEpisodeRequest extends RequestValues {

  private final String episode;
  private final @Nullable String scope;
  private final boolean newestFirst;
  private final PageRequest page;

  private RetrieveEpisodeRequest(
      String episode, @Nullable String scope, boolean newestFirst, PageRequest page) {
    this.episode = episode;
    this.scope = scope;
    this.newestFirst = newestFirst;
    this.page = page;
  }

  /** The first page of an episode, the earliest event first. */
  public static RetrieveEpisodeRequest of(String episode) {
    return new RetrieveEpisodeRequest(
        requireNonNull(episode, "episode"), null, false, PageRequest.FIRST);
  }

  /** The same, of the episode of a scope; empty: of the one that has none. */
  public RetrieveEpisodeRequest in(String where) {
    return new RetrieveEpisodeRequest(episode, requireNonNull(where, "scope"), newestFirst, page);
  }

  /** The same, the latest event first. */
  public RetrieveEpisodeRequest fromTheEnd() {
    return new RetrieveEpisodeRequest(episode, scope, true, page);
  }

  /** The same, of a page. */
  public RetrieveEpisodeRequest on(PageRequest wanted) {
    return new RetrieveEpisodeRequest(episode, scope, newestFirst, requireNonNull(wanted, "page"));
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
}
