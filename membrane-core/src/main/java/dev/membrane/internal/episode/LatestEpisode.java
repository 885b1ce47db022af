package dev.membrane.internal.episode;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.Header;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the episode that a key means: the one that began last among those of its scope with this
 * key. Earlier ones have ended, or belong to callers who do not see each other.
 */
public final class LatestEpisode {

  private static final int CHUNK = 1_000;

  private final String key;
  private final @Nullable String scope;
  private final Visibility visibility;

  private LatestEpisode(String key, @Nullable String scope, Visibility visibility) {
    this.key = key;
    this.scope = scope;
    Set<String> scopes = scope == null ? Set.of() : Scopes.inEveryForm(Set.of(scope));
    this.visibility = visibility.and(new Visibility(visibility.ceiling(), scopes));
  }

  /**
   * The episode of a key.
   *
   * @param scope null: the only scope of a caller who has one, else none; empty: none
   * @param visibility what the caller sees in this call
   * @throws ValidationException if there is no key, or one that cannot be
   */
  public static LatestEpisode of(
      String key, @Nullable String scope, Visibility visibility, Caller caller) {
    String inNfc = checked("episode", key);
    if (inNfc.isEmpty()) {
      throw ValidationException.worded("episode", "episode is required");
    }
    String place = scope == null ? onlyScope(caller) : checked("scope", scope);
    return new LatestEpisode(inNfc, place == null || place.isEmpty() ? null : place, visibility);
  }

  /**
   * The id of its first record.
   *
   * @throws NotFoundException if there is none that the caller sees in full
   */
  public String first(StoreReader store) {
    String latest = "";
    List<String> ids = store.episodes(visibility, key, "", CHUNK);
    while (!ids.isEmpty()) {
      latest = lastOf(ids, store, latest);
      ids = store.episodes(visibility, key, ids.get(ids.size() - 1), CHUNK);
    }
    if (latest.isEmpty()) {
      throw new NotFoundException("episode not found");
    }
    return latest;
  }

  /** What has no scope is seen in every scope, and is not meant. */
  private String lastOf(List<String> ids, StoreReader store, String otherwise) {
    Set<String> meant =
        store.headers(ids, Instant.EPOCH).stream()
            .filter(header -> !header.isDeleted() && Objects.equals(header.scope(), scope))
            .map(Header::id)
            .collect(Collectors.toSet());
    return ids.stream().filter(meant::contains).reduce(otherwise, (before, id) -> id);
  }

  private static @Nullable String onlyScope(Caller caller) {
    Set<String> granted = caller.visibility().scopes();
    Set<String> inNfc =
        granted == null
            ? Set.of()
            : granted.stream().map(IdentityText::of).collect(Collectors.toSet());
    return inNfc.size() == 1 ? inNfc.iterator().next() : null;
  }

  private static String checked(String field, String text) {
    TextRules.check(field, text);
    Visible.checkIdentifier(field, text);
    return IdentityText.of(text);
  }
}
