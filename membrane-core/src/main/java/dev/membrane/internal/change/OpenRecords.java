package dev.membrane.internal.change;

import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.keys.OpenKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that are open under a caller's key in a scope, such as the episode of a run. There is
 * at most one for each level of sensitivity, so that callers who cannot see each other's records do
 * not interfere. Nobody takes the place of what another caller has open there: a record that
 * somebody writes above what they see then gets no place.
 *
 * <p>One key names the record of each level. One more key names the record that was opened last.
 * Opening another record requires that this key is unchanged. So if two callers both find nothing
 * open, even at two levels, the slower one has to look again.
 *
 * <p>A record that has ended, by an outcome or by being superseded, keeps its place until the next
 * record of its level takes it. Not thread-safe.
 */
public final class OpenRecords {

  private static final Comparator<StoredRecord> BY_LEVEL =
      Comparator.comparing((StoredRecord stored) -> stored.record().sensitivity()).reversed();

  private final String name;
  private final Map<String, Key> standing = new HashMap<>();
  private final Map<String, StoredRecord> open;

  private OpenRecords(
      String name, MemoryStore store, Visibility visibility, Predicate<MemoryRecord> isOpen) {
    this.name = name;
    store.find(names()).forEach(key -> standing.put(key.name(), key));
    Set<String> ids = standing.values().stream().map(Key::value).collect(Collectors.toSet());
    this.open =
        new KnownRecords(store, visibility)
            .get(ids).stream()
                .filter(stored -> isOpen.test(stored.record()))
                .collect(ById.records());
  }

  /**
   * Reads the records that are open under a key of a caller.
   *
   * @param kind what the key is for; the same key can have other kinds, which are independent of
   *     this one
   * @param visibility what the caller may know of
   * @param isOpen whether a record has not yet been ended by its own content
   */
  public static OpenRecords read(
      MemoryStore store,
      String kind,
      @Nullable String scope,
      String word,
      Visibility visibility,
      Predicate<MemoryRecord> isOpen) {
    return new OpenRecords(OpenKeys.of(kind, scope, word), store, visibility, isOpen);
  }

  /** The open records that are seen in full, the most sensitive first. */
  public List<StoredRecord> openTo(Visibility visibility) {
    return open.values().stream()
        .filter(stored -> visibility.sees(stored.record()))
        .sorted(BY_LEVEL)
        .toList();
  }

  /** The open record in the place of a level, whoever sees it. */
  public Optional<StoredRecord> at(Sensitivity level) {
    return Optional.ofNullable(standing.get(nameAt(level))).map(key -> open.get(key.value()));
  }

  /** Whether a record has a place here. */
  public boolean holds(String id) {
    return standing.values().stream().anyMatch(key -> key.value().equals(id));
  }

  /** A record that was here leaves its place. */
  public void leave(String id, Changeset.Builder changes) {
    vacate(id, changes);
  }

  /** A new record takes the place of its level, unless somebody else has one open there. */
  public void open(MemoryRecord record, Visibility visibility, Changeset.Builder changes) {
    if (isFree(record.sensitivity(), visibility)) {
      put(nameAt(record.sensitivity()), record.id(), changes);
      put(lastName(), record.id(), changes);
    }
  }

  /** A record that was here moves to the place of its present level, if that is free. */
  public void move(MemoryRecord record, Visibility visibility, Changeset.Builder changes) {
    vacate(record.id(), changes);
    if (isFree(record.sensitivity(), visibility)) {
      put(nameAt(record.sensitivity()), record.id(), changes);
    }
  }

  private boolean isFree(Sensitivity level, Visibility visibility) {
    Key key = standing.get(nameAt(level));
    StoredRecord holder = key == null ? null : open.get(key.value());
    return holder == null || visibility.sees(holder.record());
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
    return OpenKeys.at(name, level);
  }

  private String lastName() {
    return name + ":last";
  }
}
