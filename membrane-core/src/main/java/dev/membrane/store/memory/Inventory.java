package dev.membrane.store.memory;

import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the store held at an instant, to be told when it may change again. Not thread-safe. */
final class Inventory {

  private final Map<String, List<Key>> ownedKeys = new HashMap<>();
  private final Map<String, List<QueueRow>> rowsByItem = new HashMap<>();
  private final List<Key> freeKeys = new ArrayList<>();
  private final List<Kept> kept = new ArrayList<>();
  private final List<KeptRun> runs;

  Inventory(Tables tables) {
    runs = tables.runs().values().stream().map(NumberedRun::run).toList();
    for (Key key : tables.keys().values()) {
      if (key.owner() == null) {
        freeKeys.add(key);
      } else {
        ownedKeys.computeIfAbsent(key.owner(), id -> new ArrayList<>()).add(key);
      }
    }
    for (QueueRow row : tables.queues().values()) {
      rowsByItem.computeIfAbsent(row.item(), item -> new ArrayList<>()).add(row);
    }
    tables
        .logsAfter(0)
        .forEach(
            log ->
                kept.add(
                    kept(
                        tables.trail(log.getKey(), log.getValue()),
                        tables.embeddings().get(log.getKey()))));
  }

  /** A record, or what stays of it; what is left over belongs to none. */
  private Kept kept(AuditTrail trail, @Nullable Embedding embedding) {
    boolean isThere = trail.stored() != null;
    return new Kept(
        trail,
        isThere ? taken(ownedKeys, trail.id()) : List.of(),
        isThere ? taken(rowsByItem, trail.id()) : List.of(),
        embedding);
  }

  private static <T> List<T> taken(Map<String, List<T>> from, String id) {
    List<T> taken = from.remove(id);
    return taken == null ? List.of() : taken;
  }

  void tell(Contents.ContentsListener listener) {
    listener.begin(kept.size());
    kept.forEach(listener::kept);
    freeKeys.forEach(listener::key);
    ownedKeys.values().forEach(keys -> keys.forEach(listener::key));
    rowsByItem.values().forEach(rows -> rows.forEach(listener::row));
    runs.forEach(listener::run);
  }
}
