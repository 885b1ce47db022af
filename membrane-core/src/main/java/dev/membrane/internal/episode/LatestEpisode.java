package dev.membrane.internal.episode;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.OpenKeys;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the episode that a key means: the one that began last among those of its scope with this
 * key. Earlier ones have ended, or belong to callers who do not see each other, or others have
 * begun one next to it at another level. To whoever began an episode the key means theirs until it
 * ends, so that nobody can hide it from them.
 */
public final class LatestEpisode {

  /** How the rationale of the entry begins that records an outcome. */
  public static final String OUTCOME = "Outcome recorded: ";

  private static final int CHUNK = 1_000;

  /**
   * Among so many of the latest of each level a caller's own episode is looked for, if it is not
   * open. While it was, others could begin any number at other levels, and none at its own.
   */
  private static final int MOST_OF_LEVEL = 4;

  private static final long MAX_BYTES = 1 << 20;

  private final String key;
  private final @Nullable String scope;
  private final Visibility visibility;
  private final Caller caller;

  private LatestEpisode(String key, @Nullable String scope, Visibility visibility, Caller caller) {
    this.key = key;
    this.scope = scope;
    this.caller = caller;
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
    String place = scope == null ? caller.onlyScope().orElse(null) : checked("scope", scope);
    return new LatestEpisode(
        inNfc, place == null || place.isEmpty() ? null : place, visibility, caller);
  }

  /**
   * The id of its first record.
   *
   * @throws NotFoundException if there is none that the caller sees in full
   */
  public String first(StoreReader store) {
    List<RecordHeader> latest = new ArrayList<>();
    List<String> ids = store.episodes(visibility, key, "", CHUNK);
    while (!ids.isEmpty()) {
      meant(ids, store).forEach(header -> keep(header, latest));
      ids = store.episodes(visibility, key, ids.get(ids.size() - 1), CHUNK);
    }
    if (latest.isEmpty()) {
      throw new NotFoundException(
          "episode not found" + (scope == null ? "; if it has a scope, name that" : ""));
    }
    return ownOr(latest.stream().map(RecordHeader::id).toList(), store);
  }

  private static void keep(RecordHeader next, List<RecordHeader> latestFirst) {
    latestFirst.add(0, next);
    List<RecordHeader> ofLevel =
        latestFirst.stream().filter(header -> header.sensitivity() == next.sensitivity()).toList();
    if (ofLevel.size() > MOST_OF_LEVEL) {
      latestFirst.remove(ofLevel.get(MOST_OF_LEVEL));
    }
  }

  /** What has no scope is seen in every scope, and is not meant. */
  private List<RecordHeader> meant(List<String> ids, StoreReader store) {
    return store.headers(ids, Instant.EPOCH).stream()
        .filter(header -> !header.isDeleted() && Objects.equals(header.scope(), scope))
        .toList();
  }

  /** The latest, unless the caller's own was under way when it began. */
  private String ownOr(List<String> latestFirst, StoreReader store) {
    String latest = latestFirst.get(0);
    if (caller.equals(Caller.ANONYMOUS)) {
      return latest;
    }
    List<String> candidates = Stream.concat(open(store), latestFirst.stream()).distinct().toList();
    Optional<MemoryRecord> own =
        store.get(candidates, MAX_BYTES).stream()
            .map(StoredRecord::record)
            .filter(record -> visibility.sees(record) && isOwn(record))
            .findFirst();
    Optional<Instant> began =
        store.headers(List.of(latest), Instant.EPOCH).stream()
            .flatMap(header -> Optional.ofNullable(header.outline()).stream())
            .map(RedactedRecord::createdAt)
            .findFirst();
    return own.filter(mine -> began.filter(at -> wasUnderWay(mine, at)).isPresent())
        .map(MemoryRecord::id)
        .orElse(latest);
  }

  /** The first records of what is open, of which the last ones are. */
  private Stream<String> open(StoreReader store) {
    String names = OpenKeys.of(KeyKinds.EPISODE, scope, key);
    List<String> atEachLevel =
        Stream.of(Sensitivity.values()).map(level -> OpenKeys.at(names, level)).toList();
    List<String> open = store.find(atEachLevel).stream().map(Key::value).toList();
    return store.get(open, MAX_BYTES).stream()
        .map(StoredRecord::record)
        .map(LatestEpisode::firstOf);
  }

  private static String firstOf(MemoryRecord part) {
    return part.relations().stream()
        .filter(relation -> relation.predicate().equals(Relation.PART_OF))
        .map(Relation::targetId)
        .findFirst()
        .orElse(part.id());
  }

  private boolean isOwn(MemoryRecord record) {
    return record.auditLog().stream()
        .limit(1)
        .anyMatch(it -> Authorship.isMaker(caller, it.actor()));
  }

  private static boolean wasUnderWay(MemoryRecord record, Instant at) {
    return !(record.payload() instanceof EpisodicPayload episode && episode.outcome() != null)
        || record.auditLog().stream()
            .filter(entry -> entry.rationale().startsWith(OUTCOME))
            .findFirst()
            .filter(ended -> ended.timestamp().isAfter(at))
            .isPresent();
  }

  private static String checked(String field, String text) {
    TextRules.check(field, text);
    Visible.checkIdentifier(field, text);
    return IdentityText.of(text);
  }
}
