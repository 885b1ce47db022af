package dev.membrane.ingest;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is open under a caller's word in a scope, such as the episode of a run: at most one record
 * for each level of sensitivity, so that callers who cannot see each other's records do not meet.
 *
 * <p>One key names the record of each level. One more names the record opened last: whoever opens
 * another expects it unchanged, so that of two callers who both found nothing open, be it at two
 * levels, the slower has to look again.
 *
 * <p>What was ended by its own content, by an outcome or by being superseded, keeps its place until
 * the next record of its level takes it: users of a slot look past it. Not thread-safe.
 */
final class Slot {

  private static final Comparator<Stored> BY_LEVEL =
      Comparator.comparing((Stored stored) -> stored.record().sensitivity()).reversed();

  private final String name;
  private final Map<String, Key> standing = new HashMap<>();

  private Slot(String name) {
    this.name = name;
  }

  /**
   * Reads what stands under a word.
   *
   * @param use what the word is for; other uses of the same word do not meet this one
   */
  static Slot read(MemoryStore store, String use, @Nullable String scope, String word) {
    String place = Objects.requireNonNullElse(scope, "");
    Slot slot = new Slot(use + ":" + Digest.of(List.of(place, word)));
    store.find(slot.names()).forEach(key -> slot.standing.put(key.name(), key));
    return slot;
  }

  /** The records that stand here and that are seen in full, the most sensitive first. */
  List<Stored> seenBy(Visibility visibility, MemoryStore store) {
    Set<String> ids = standing.values().stream().map(Key::value).collect(Collectors.toSet());
    List<Stored> found = ids.isEmpty() ? List.of() : store.get(ids);
    return found.stream()
        .filter(stored -> visibility.sees(stored.record()))
        .sorted(BY_LEVEL)
        .toList();
  }

  /** A new record takes the place of its level, from whatever held it. */
  void open(MemoryRecord record, Changeset.Builder changes) {
    put(nameAt(record.sensitivity()), record.id(), changes);
    put(lastName(), record.id(), changes);
  }

  /** A record that was here moves to the place of its present level. */
  void move(MemoryRecord record, Changeset.Builder changes) {
    vacate(record.id(), changes);
    put(nameAt(record.sensitivity()), record.id(), changes);
  }

  private void vacate(String id, Changeset.Builder changes) {
    for (Sensitivity level : Sensitivity.values()) {
      Key key = standing.get(nameAt(level));
      if (key != null && key.value().equals(id)) {
        take(key, changes);
      }
    }
  }

  private void put(String keyName, String id, Changeset.Builder changes) {
    Key former = standing.get(keyName);
    if (former != null) {
      take(former, changes);
    }
    changes.addKey(new Key(keyName, id, id));
  }

  private void take(Key key, Changeset.Builder changes) {
    standing.remove(key.name());
    changes.removeKey(key);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(lastName());
    Stream.of(Sensitivity.values()).map(this::nameAt).forEach(names::add);
    return names;
  }

  private String nameAt(Sensitivity level) {
    return name + ":" + level.wireName();
  }

  private String lastName() {
    return name + ":last";
  }
}
