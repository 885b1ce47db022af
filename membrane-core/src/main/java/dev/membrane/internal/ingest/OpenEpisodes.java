package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.internal.change.OpenRecords;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.value.Digest;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that are open under an episode key and concern a caller: those that they see in full,
 * and those that they wrote above what they see. The latter also have a key that belongs to the
 * writer alone. The common key would not do for them: another caller may hold it at that level, and
 * the writer must not learn of that.
 *
 * <p>What somebody begins above an open episode is next to it and has a key of its own. It may stay
 * open when the episode has ended, and is not the next episode then. Not thread-safe.
 */
final class OpenEpisodes {

  private static final Comparator<StoredRecord> OLDEST_FIRST =
      Comparator.comparing((StoredRecord stored) -> stored.record().createdAt())
          .thenComparing(stored -> stored.record().id());

  private final MemoryStore store;
  private final @Nullable String scope;
  private final String key;
  private final Caller caller;
  private final OpenRecords episodes;
  private @Nullable OpenRecords beside;
  private @Nullable OpenRecords own;

  OpenEpisodes(MemoryStore store, @Nullable String scope, String key, Caller caller) {
    this.store = store;
    this.scope = scope;
    this.key = key;
    this.caller = caller;
    this.episodes = read(KeyKinds.EPISODE, key);
  }

  /** The episodes that the caller sees in full, the oldest first. */
  List<StoredRecord> episodes() {
    return oldestFirst(episodes.openTo(caller.visibility()).stream());
  }

  /** Everything that the caller sees in full, the oldest first. */
  List<StoredRecord> seen() {
    return oldestFirst(
        Stream.of(episodes, beside())
            .flatMap(records -> records.openTo(caller.visibility()).stream()));
  }

  /** What is next to an episode at a level, if the caller sees it in full. */
  Optional<StoredRecord> beside(Sensitivity level) {
    return beside().at(level).filter(stored -> caller.visibility().sees(stored.record()));
  }

  /** What the caller wrote at a level, if that is above what they see. */
  Optional<StoredRecord> writtenAbove(Sensitivity level) {
    return caller.visibility().ceiling().covers(level) ? Optional.empty() : own().at(level);
  }

  /** A record begins an episode, or goes next to one that is open at a lower level. */
  void open(MemoryRecord record, Changeset.Builder changes) {
    boolean isBeside =
        Stream.of(Sensitivity.values())
            .filter(level -> !level.covers(record.sensitivity()))
            .anyMatch(level -> episodes.at(level).isPresent());
    openIn(isBeside ? beside() : episodes, record, changes);
  }

  /** A further record takes the place of one that takes no more. */
  void goOn(MemoryRecord before, MemoryRecord next, Changeset.Builder changes) {
    OpenRecords place = episodes.holds(before.id()) ? episodes : beside();
    if (next.sensitivity() != before.sensitivity()) {
      place.leave(before.id(), changes);
      own().leave(before.id(), changes);
    }
    openIn(place, next, changes);
  }

  /** An episode goes on at another level. */
  void move(MemoryRecord record, Changeset.Builder changes) {
    episodes.move(record, caller.visibility(), changes);
    openAbove(record, changes);
  }

  private void openIn(OpenRecords place, MemoryRecord record, Changeset.Builder changes) {
    place.open(record, caller.visibility(), changes);
    openAbove(record, changes);
  }

  private void openAbove(MemoryRecord record, Changeset.Builder changes) {
    if (!caller.visibility().sees(record)) {
      own().open(record, Visibility.ALL, changes);
    }
  }

  /** Read when needed: hardly any episode has something next to it. */
  private OpenRecords beside() {
    if (beside == null) {
      beside = read(KeyKinds.BESIDE_EPISODE, key);
    }
    return beside;
  }

  /** Read when needed: who sees everything has nothing there. */
  private OpenRecords own() {
    if (own == null) {
      own = read(KeyKinds.OWN_EPISODE, Digest.of(List.of(caller.name(), key)));
    }
    return own;
  }

  private OpenRecords read(String use, String word) {
    return OpenRecords.read(store, use, scope, word, caller.visibility(), OpenEpisodes::isOpen);
  }

  private static List<StoredRecord> oldestFirst(Stream<StoredRecord> records) {
    return records.sorted(OLDEST_FIRST).toList();
  }

  private static boolean isOpen(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode && episode.outcome() == null;
  }
}
