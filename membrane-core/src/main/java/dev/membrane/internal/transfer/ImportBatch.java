package dev.membrane.internal.transfer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A number of lines that are stored in one commit. Not thread-safe. */
final class ImportBatch {

  /**
   * The more records a commit has, the less is written for each: a word that many of them have is
   * counted once.
   */
  static final int MAX_LINES = 4_000;

  private static final int MAX_CHARACTERS = 8_000_000;

  private final MemoryStore store;
  private final NoteValues notes;
  private final KnownPast past;
  private final int mostLines;
  private final Map<Long, LineContent> items = new LinkedHashMap<>();
  private final Map<String, StoredRecord> records = new HashMap<>();
  private final Map<String, AuditTrail> trails = new HashMap<>();
  private final Map<String, Key> keys = new HashMap<>();
  private final Map<String, KeptRun> runs = new HashMap<>();
  private final Set<QueueRow> rows = new HashSet<>();
  private final List<Key> endsPast = new ArrayList<>();
  private final boolean keepsVectors;
  private long characters;
  private Runnable commit = () -> {};
  private Moved moved = Moved.NOTHING;

  ImportBatch(MemoryStore store, KnownPast past, int mostLines) {
    this.store = store;
    this.notes = new NoteValues(store);
    this.past = past;
    this.mostLines = mostLines;
    this.keepsVectors = store.vectors().isPresent();
  }

  void add(long line, LineContent item, int length) {
    items.put(line, item);
    characters += length;
  }

  boolean isFull() {
    return items.size() >= mostLines || characters >= MAX_CHARACTERS;
  }

  /**
   * Makes ready to commit what is not there yet. Batches before may still be under way.
   *
   * @throws MoveException if something is there but differs
   */
  void prepare() {
    look();
    Changeset.Builder changes = Changeset.builder();
    moved = Moved.NOTHING;
    for (Map.Entry<Long, LineContent> line : items.entrySet()) {
      moved = moved.plus(add(line.getKey(), line.getValue(), changes));
    }
    if (moved.bringsSomething()) {
      endsPast.addAll(past.take());
      endsPast.forEach(changes::removeKey);
    }
    Changeset changeset = changes.build();
    commit = changeset.equals(Changeset.builder().build()) ? () -> {} : store.prepare(changeset);
  }

  /**
   * Commits what was made ready.
   *
   * @throws MoveException if something is there but differs; then nothing of the batch is committed
   */
  Moved commit() {
    try {
      commit.run();
    } catch (ConflictException unforeseen) {
      // A tombstone, or something that a batch before has brought.
      lookAtTombstones();
      prepare();
      commitKnowingAll();
    }
    return moved;
  }

  private void commitKnowingAll() {
    try {
      commit.run();
    } catch (ConflictException conflict) {
      items.forEach(this::checkIsFree);
      throw new MoveException("lines " + range() + ": " + conflict.getMessage(), conflict);
    }
  }

  private void look() {
    List<String> ids =
        all(LineContent.RecordContent.class).map(item -> item.record().id()).toList();
    if (!ids.isEmpty()) {
      store.get(ids).forEach(stored -> records.put(stored.record().id(), stored));
    }
    List<String> names = all(LineContent.LooseKey.class).map(item -> item.key().name()).toList();
    if (!names.isEmpty()) {
      store.find(names).forEach(key -> keys.put(key.name(), opened(key)));
    }
    List<String> runIds = all(LineContent.RunContent.class).map(item -> item.run().id()).toList();
    if (!runIds.isEmpty()) {
      store.keptRunsOf(runIds).forEach(run -> runs.put(run.id(), run));
    }
    all(LineContent.LooseRow.class)
        .map(LineContent.LooseRow::row)
        .collect(groupingBy(QueueRow::queue, mapping(QueueRow::item, toList())))
        .forEach((queue, waiting) -> rows.addAll(store.rows(queue, waiting)));
  }

  /** A key as exports have it. */
  private Key opened(Key key) {
    return NoteKeys.isOne(key)
        ? notes.opened(key).map(note -> new Key(key.name(), note, key.owner())).orElse(key)
        : key;
  }

  /** One by one, and so only if need be. */
  private void lookAtTombstones() {
    all(LineContent.Tombstone.class)
        .flatMap(item -> store.auditLog(item.id()).stream())
        .forEach(trail -> trails.put(trail.id(), trail));
  }

  private <T> Stream<T> all(Class<T> kind) {
    return items.values().stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Adds what a line has to the changes, if it is not there yet; answers what it moves. */
  private Moved add(long line, LineContent item, Changeset.Builder changes) {
    if (item instanceof LineContent.RecordContent whole) {
      return add(line, whole, changes);
    }
    if (item instanceof LineContent.Tombstone tombstone) {
      return add(line, tombstone, changes);
    }
    if (item instanceof LineContent.LooseKey loose) {
      return add(line, loose.key(), changes);
    }
    if (item instanceof LineContent.RunContent kept) {
      return add(line, kept.run(), changes);
    }
    return add(((LineContent.LooseRow) item).row(), changes);
  }

  /** A row replaces another one of the same item: it may wait for another time. */
  private Moved add(QueueRow row, Changeset.Builder changes) {
    if (rows.contains(row)) {
      return Moved.KNOWN;
    }
    changes.enqueue(row);
    return Moved.ROW;
  }

  private Moved add(long line, LineContent.RecordContent whole, Changeset.Builder changes) {
    StoredRecord there = records.get(whole.record().id());
    if (there != null) {
      return known(isSame(there, whole), line, "record " + whole.record().id());
    }
    changes.change(
        new Change.Insert(
            whole.record(),
            whole.version(),
            whole.anchor(),
            whole.terms(),
            whole.nonce(),
            whole.links()));
    whole.keys().forEach(changes::addKey);
    whole.rows().forEach(changes::enqueue);
    if (whole.embedding() != null && keepsVectors) {
      changes.embed(whole.embedding());
      return Moved.RECORD.plus(Moved.EMBEDDING);
    }
    return Moved.RECORD;
  }

  private Moved add(long line, LineContent.Tombstone tombstone, Changeset.Builder changes) {
    AuditTrail there = trails.get(tombstone.id());
    if (there != null) {
      AuditTrail expected =
          new AuditTrail(
              tombstone.id(),
              tombstone.scope(),
              tombstone.sensitivity(),
              null,
              null,
              tombstone.links());
      return known(there.equals(expected), line, "record " + tombstone.id());
    }
    changes.change(
        new Change.Bury(
            tombstone.id(), tombstone.scope(), tombstone.sensitivity(), tombstone.links()));
    return Moved.TOMBSTONE;
  }

  private Moved add(long line, Key key, Changeset.Builder changes) {
    Key there = keys.get(key.name());
    if (there != null) {
      return known(there.equals(key), line, "key " + key.name());
    }
    changes.addKey(key);
    return Moved.KEY;
  }

  private Moved add(long line, KeptRun run, Changeset.Builder changes) {
    KeptRun there = runs.get(run.id());
    if (there != null) {
      return known(there.equals(run), line, "run " + run.id());
    }
    changes.keepRun(run);
    return Moved.RUN;
  }

  /** The head stands for the whole log, and for the content that it was written with. */
  private static boolean isSame(StoredRecord there, LineContent.RecordContent whole) {
    return there.version() == whole.version()
        && there.anchor().equals(whole.anchor())
        && there.head().equals(whole.head())
        && withoutLog(there.record()).equals(withoutLog(whole.record()));
  }

  private static MemoryRecord withoutLog(MemoryRecord record) {
    return record.withAuditLog(List.of());
  }

  private static Moved known(boolean isSame, long line, String what) {
    if (!isSame) {
      throw differs(line, what);
    }
    return Moved.KNOWN;
  }

  private static MoveException differs(long line, String what) {
    return new MoveException(
        "line " + line + ": " + what + " is in the store already, but not as in this line");
  }

  /** Says which line it was, which a conflict does not know. */
  private void checkIsFree(long line, LineContent item) {
    if (item instanceof LineContent.RecordContent whole) {
      String id = whole.record().id();
      if (!records.containsKey(id) && store.auditLog(id).isPresent()) {
        throw differs(line, "record " + id);
      }
      List<String> names = whole.keys().stream().map(Key::name).toList();
      if (!records.containsKey(id) && !store.find(names).isEmpty()) {
        throw differs(line, "key " + store.find(names).get(0).name());
      }
    }
  }

  private String range() {
    List<Long> lines = List.copyOf(items.keySet());
    return lines.get(0) + " to " + lines.get(lines.size() - 1);
  }
}
