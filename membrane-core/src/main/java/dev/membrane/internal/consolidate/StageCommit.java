package dev.membrane.internal.consolidate;

import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a batch has read and will write, so that many episodes need only a few statements
 * and one commit. Not thread-safe.
 */
public final class StageCommit {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int RUNS_AT_ONCE = 256;
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final MemoryStore store;
  private final NoteValues values;
  private final Map<String, Optional<Key>> keys;
  private final Map<String, Optional<Key>> written;
  private final Map<Key, JsonObject> opened;
  private final Map<String, WrittenNote> notes;
  private final Map<String, Optional<StoredRecord>> stored;
  private final Map<String, RecordEdit> edits;
  private final Map<String, Optional<KeptRun>> runs;
  private final Map<String, List<String>> groups;
  private final Set<String> forgotten;
  private StageCounts counts;

  /** How many records were made, and how many were met with again. */
  record StageCounts(int created, int met) {}

  /** A note as it will be, and its scope, if it has one. */
  private record WrittenNote(@Nullable String scope, JsonObject note) {}

  /** Nothing is read or written yet. */
  public StageCommit(MemoryStore store) {
    this.store = store;
    this.values = new NoteValues(store);
    this.keys = new HashMap<>();
    this.written = new TreeMap<>();
    this.opened = new HashMap<>();
    this.notes = new TreeMap<>();
    this.stored = new HashMap<>();
    this.edits = new LinkedHashMap<>();
    this.runs = new TreeMap<>();
    this.groups = new HashMap<>();
    this.forgotten = new TreeSet<>();
    this.counts = new StageCounts(0, 0);
  }

  StageCounts counts() {
    return counts;
  }

  void count(int created, int met) {
    counts = new StageCounts(counts.created() + created, counts.met() + met);
  }

  /** Reads keys that will be asked for, all at once, and the records that they name. */
  public void prefetch(Collection<String> names) {
    Set<String> unread =
        names.stream().filter(name -> !keys.containsKey(name)).collect(Collectors.toSet());
    if (unread.isEmpty()) {
      return;
    }
    unread.forEach(name -> keys.put(name, Optional.empty()));
    store.find(unread).forEach(key -> keys.put(key.name(), Optional.of(key)));
    prefetchRecords(
        unread.stream()
            .flatMap(name -> keys.getOrDefault(name, Optional.empty()).stream())
            .flatMap(key -> records(key).stream())
            .toList());
  }

  /** The ids of the records that a key leads to. */
  private List<String> records(Key key) {
    if (key.name().startsWith(KeyKinds.FACT)) {
      return List.of(key.value());
    }
    return NoteKeys.isOne(key) ? StoredFields.of(note(key)).records() : List.of();
  }

  /** Reads records that will be asked for, all at once. */
  public void prefetchRecords(Collection<String> ids) {
    Set<String> unread =
        ids.stream().filter(id -> !stored.containsKey(id)).collect(Collectors.toSet());
    unread.forEach(id -> stored.put(id, Optional.empty()));
    if (!unread.isEmpty()) {
      store.get(unread).forEach(found -> stored.put(found.record().id(), Optional.of(found)));
    }
  }

  JsonObject read(String name) {
    WrittenNote note = notes.get(name);
    return note == null ? key(name).map(this::note).orElse(NOTHING) : note.note();
  }

  /** A key as it will be. */
  public Optional<Key> key(String name) {
    Optional<Key> now = written.get(name);
    if (now == null) {
      prefetch(List.of(name));
      now = keys.getOrDefault(name, Optional.empty());
    }
    return now;
  }

  void write(String name, @Nullable String scope, JsonObject note) {
    notes.put(name, new WrittenNote(scope, note));
  }

  /** Writes a key; null: removes it. */
  public void put(String name, @Nullable Key key) {
    prefetch(List.of(name));
    written.put(name, Optional.ofNullable(key));
  }

  /** Changes a count of runs that a key holds. */
  public void countRuns(String name, EndedRuns change) {
    if (change.equals(EndedRuns.NONE)) {
      return;
    }
    EndedRuns after = EndedRuns.of(key(name)).changedBy(change);
    put(name, after.equals(EndedRuns.NONE) ? null : new Key(name, after.text(), null));
  }

  void keep(KeptRun run) {
    runs.put(run.id(), Optional.of(run));
  }

  /** Drops a kept run. */
  public void drop(String runId) {
    runs.put(runId, Optional.empty());
  }

  /** Removes the former values of a key, as part of an erasure. */
  public void forget(String name) {
    forgotten.add(name);
  }

  /** The groups of those of some runs that are kept here, by their ids. */
  Map<String, List<String>> groups(Collection<String> runIds, LearningScope scope) {
    List<String> unread = runIds.stream().filter(id -> !groups.containsKey(id)).toList();
    for (int from = 0; from < unread.size(); from += RUNS_AT_ONCE) {
      List<String> some = unread.subList(from, Math.min(unread.size(), from + RUNS_AT_ONCE));
      some.forEach(id -> groups.put(id, List.of()));
      store.keptRunsOf(some).stream()
          .filter(run -> new LearningScope(run.scope(), run.sensitivity()).equals(scope))
          .forEach(run -> groups.put(run.id(), run.groups()));
    }
    Map<String, List<String>> kept = new TreeMap<>();
    for (String id : runIds) {
      List<String> known = groups.getOrDefault(id, List.of());
      Optional<KeptRun> now = runs.get(id);
      List<String> here = now == null ? known : now.map(KeptRun::groups).orElse(List.of());
      if (!here.isEmpty()) {
        kept.put(id, here);
      }
    }
    return kept;
  }

  /** A record as it will be. */
  public Optional<RecordEdit> record(String id) {
    RecordEdit known = edits.get(id);
    if (known != null) {
      return known.isDeleted() ? Optional.empty() : Optional.of(known);
    }
    prefetchRecords(List.of(id));
    return stored.getOrDefault(id, Optional.empty()).map(RecordEdit::of);
  }

  /** Makes, replaces or deletes a record. */
  public void put(RecordEdit edit) {
    edits.put(edit.record().id(), edit);
  }

  /** Everything that was made or changed so far, also what was deleted again. */
  public List<RecordEdit> edits() {
    return List.copyOf(edits.values());
  }

  /** Everything that has changed, as one changeset. */
  public void addTo(Changeset.Builder changes, RecordChanges records) {
    edits.values().forEach(edit -> edit.addTo(changes, records));
    // A note is written many times in a batch, and encoded once.
    notes.forEach((name, note) -> put(name, key(name, note)));
    written.forEach((name, now) -> exchange(name, now, changes));
    runs.forEach((id, run) -> run.ifPresentOrElse(changes::keepRun, () -> changes.dropRun(id)));
    forgotten.forEach(changes::eraseFormerKey);
  }

  /** The key of a note. One that says the same stays, as it would be sealed differently. */
  private @Nullable Key key(String name, WrittenNote note) {
    if (note.note().members().isEmpty()) {
      return null;
    }
    String text = CODEC.write(note.note());
    return key(name)
        .filter(before -> values.opened(before).filter(text::equals).isPresent())
        .orElseGet(() -> values.key(name, note.scope(), text));
  }

  private void exchange(String name, Optional<Key> now, Changeset.Builder changes) {
    Optional<Key> before = keys.getOrDefault(name, Optional.empty());
    boolean goesWithItsOwner =
        now.or(() -> before)
            .map(Key::owner)
            .map(edits::get)
            .filter(RecordEdit::isDeleted)
            .isPresent();
    if (before.equals(now) || goesWithItsOwner) {
      return;
    }
    before.ifPresent(changes::removeKey);
    now.ifPresent(changes::addKey);
  }

  private JsonObject note(Key key) {
    return opened.computeIfAbsent(
        key,
        one ->
            values.read(one).map(note -> (JsonObject) CODEC.parse("note", note)).orElse(NOTHING));
  }
}
