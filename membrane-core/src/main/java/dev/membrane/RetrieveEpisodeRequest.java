package dev.membrane;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Which episode to read. If several have the key, it is the one that began last, or the caller's
 * own that was under way then.
 *
 * @param episode its key
 * @param scope its scope; null: the only scope of a caller who has one, else none; empty: none
 * @param newestFirst whether the latest events come first
 * @param page which page of its events
 */
public record RetrieveEpisodeRequest(
    String episode, @Nullable String scope, boolean newestFirst, PageRequest page) {

  /** Refuses a missing key or page. */
  public RetrieveEpisodeRequest {
    requireNonNull(episode, "episode");
    requireNonNull(page, "page");
  }

  /** The first page of an episode, the earliest event first. */
  public static RetrieveEpisodeRequest of(String episode) {
    return new RetrieveEpisodeRequest(episode, null, false, PageRequest.FIRST);
  }

  /** The same, of the episode of a scope. */
  public RetrieveEpisodeRequest in(String where) {
    return new RetrieveEpisodeRequest(episode, requireNonNull(where, "scope"), newestFirst, page);
  }

  /** The same, the latest event first. */
  public RetrieveEpisodeRequest fromTheEnd() {
    return new RetrieveEpisodeRequest(episode, scope, true, page);
  }

  /** The same, of a page. */
  public RetrieveEpisodeRequest on(PageRequest wanted) {
    return new RetrieveEpisodeRequest(episode, scope, newestFirst, wanted);
  }
}
