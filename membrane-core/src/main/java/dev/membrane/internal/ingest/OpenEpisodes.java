package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.internal.change.OpenRecords;
import dev.membrane.internal.value.Digest;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records that are open under an episode key and concern a caller: those that they see in full,
 * and those that they wrote above what they see. The latter also have a key that belongs to the
 * writer alone. The common key would not do for them: another caller may hold it at that level, and
 * the writer must not learn of that. Not thread-safe.
 */
final class OpenEpisodes {

  private static final Comparator<Stored> OLDEST_FIRST =
      Comparator.comparing((Stored stored) -> stored.record().createdAt())
          .thenComparing(stored -> stored.record().id());

  private final MemoryStore store;
  private final @Nullable String scope;
  private final String key;
  private final Caller caller;
  private final OpenRecords common;
  private @Nullable OpenRecords own;

  OpenEpisodes(MemoryStore store, @Nullable String scope, String key, Caller caller) {
    this.store = store;
    this.scope = scope;
    this.key = key;
    this.caller = caller;
    this.common =
        OpenRecords.read(store, "episode", scope, key, caller.visibility(), OpenEpisodes::isOpen);
  }

  /** What the caller sees in full, the oldest first. */
  List<Stored> seen() {
    return common.openTo(caller.visibility()).stream().sorted(OLDEST_FIRST).toList();
  }

  /** What the caller wrote at a level, if that is above what they see. */
  Optional<Stored> writtenAbove(Sensitivity level) {
    return caller.visibility().ceiling().covers(level) ? Optional.empty() : own().at(level);
  }

  void open(MemoryRecord record, Changeset.Builder changes) {
    common.open(record, caller.visibility(), changes);
    openAbove(record, changes);
  }

  /** A record goes on at another level. */
  void move(MemoryRecord record, Changeset.Builder changes) {
    common.move(record, caller.visibility(), changes);
    openAbove(record, changes);
  }

  void leave(String id, Changeset.Builder changes) {
    common.leave(id, changes);
    own().leave(id, changes);
  }

  private void openAbove(MemoryRecord record, Changeset.Builder changes) {
    if (!caller.visibility().sees(record)) {
      own().open(record, Visibility.ALL, changes);
    }
  }

  /** Read when needed: who sees everything has nothing there. */
  private OpenRecords own() {
    if (own == null) {
      String word = Digest.of(List.of(caller.name(), key));
      own =
          OpenRecords.read(
              store, "own episode", scope, word, caller.visibility(), OpenEpisodes::isOpen);
    }
    return own;
  }

  private static boolean isOpen(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode && episode.outcome() == null;
  }
}
