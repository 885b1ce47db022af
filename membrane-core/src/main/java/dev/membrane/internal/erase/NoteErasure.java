package dev.membrane.internal.erase;

import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Erases what notes have of runs that were deleted or pruned before, and whose lessons cannot be
 * taken back any more. A note names its latest runs, or the records that it led to, all of one
 * scope and sensitivity. Thread-safe.
 */
record NoteErasure(MemoryStore store, List<Stage<?>> stages) {

  private static final int AT_ONCE = 500;
  private static final RecordCodec CODEC = new RecordCodec();

  /** Goes through a page of notes. Answers how far the erasure is then. */
  ErasureState erase(ErasureState state, Changeset.Builder changes) {
    List<Key> notes = store.keys(KeyKinds.NOTE, state.after(), AT_ONCE);
    NotePage page = page(notes, state);
    List<Key> changed =
        notes.stream().filter(note -> isChanged(note, page, state, changes)).toList();
    List<String> names = state.after().isEmpty() ? counts(state) : List.of();
    List<Key> counts = names.isEmpty() ? List.of() : store.find(names);
    counts.forEach(changes::removeKey);
    names.forEach(changes::eraseFormerKey);
    ErasureState after = state.withRemains(changed.size() + counts.size());
    return notes.size() == AT_ONCE
        ? after.at(ErasurePhase.NOTES, notes.get(AT_ONCE - 1).name())
        : after.at(ErasurePhase.LESSONS, "");
  }

  /** Erases what lessons have of facts, whose notes stay until then. */
  LessonErasure lessons(ErasureState state) {
    return new LessonErasure(store, stages, state.id());
  }

  /**
   * What is known of the ids in some notes.
   *
   * @param headers the headers of those that are or were records, by id
   * @param erased the ids that the erasure has erased
   * @param ofUnknownRuns the scopes of erased runs that were gone before, and of which nobody knows
   *     what they taught
   */
  private record NotePage(
      Map<String, RecordHeader> headers, Set<String> erased, Set<LearningScope> ofUnknownRuns) {

    List<RecordHeader> in(String note) {
      return NamedIds.in(note).stream().filter(headers::containsKey).map(headers::get).toList();
    }

    /**
     * Whether one of the runs may be among those of a note that it does not name. A note that leads
     * to a procedure stays as it is, until the procedure itself is erased by its id.
     */
    boolean mayHaveMore(List<RecordHeader> named) {
      return named.stream().noneMatch(NotePage::isProcedure)
          && named.stream().anyMatch(it -> ofUnknownRuns.contains(LearningScope.of(it)));
    }

    private static boolean isProcedure(RecordHeader header) {
      return header.outline() != null && header.outline().type() != MemoryType.EPISODIC;
    }
  }

  private NotePage page(List<Key> notes, ErasureState state) {
    Map<String, RecordHeader> headers =
        headers(
            notes.stream()
                .flatMap(note -> values().opened(note).stream())
                .flatMap(note -> NamedIds.in(note).stream())
                .collect(Collectors.toSet()));
    Set<LearningScope> ofUnknownRuns =
        headers(state.request().ids()).values().stream()
            .filter(RecordHeader::isDeleted)
            .map(LearningScope::of)
            .collect(Collectors.toSet());
    return new NotePage(
        headers, new ErasedIds(store, state.id()).among(headers.keySet()), ofUnknownRuns);
  }

  private Map<String, RecordHeader> headers(Collection<String> ids) {
    return ids.isEmpty()
        ? Map.of()
        : store.headers(ids, Instant.EPOCH).stream().collect(ById.headers());
  }

  private NoteValues values() {
    return new NoteValues(store);
  }

  private boolean isChanged(
      Key note, NotePage page, ErasureState state, Changeset.Builder changes) {
    Optional<String> opened = values().opened(note);
    return opened.isPresent()
        ? isChanged(note, opened.get(), page, state, changes)
        : isUnreadable(note, state, changes);
  }

  /** Removes a note that nobody can read, if the erasure is of its scope. */
  private static boolean isUnreadable(Key note, ErasureState state, Changeset.Builder changes) {
    boolean isOfScope =
        NoteValues.scope(note).filter(it -> it.equals(state.request().scope())).isPresent();
    if (isOfScope) {
      changes.removeKey(note);
    }
    return isOfScope;
  }

  private boolean isChanged(
      Key note, String opened, NotePage page, ErasureState state, Changeset.Builder changes) {
    List<RecordHeader> named = page.in(opened);
    Set<String> erased =
        named.stream().map(RecordHeader::id).collect(Collectors.toCollection(TreeSet::new));
    erased.retainAll(page.erased());
    if (named.isEmpty() || (erased.isEmpty() && !page.mayHaveMore(named))) {
      return false;
    }
    JsonObject before = (JsonObject) CODEC.parse("note", opened);
    JsonObject after = without(erased, note, before);
    boolean isLost =
        after.members().isEmpty() || (after.equals(before) && erased.size() == named.size());
    if (!isLost && after.equals(before)) {
      return false;
    }
    if (isLost && isOfFact(before) && !state.target().isScope()) {
      lessons(state).mark(note, changes);
      return true;
    }
    changes.removeKey(note);
    if (!isLost) {
      changes.addKey(values().key(note.name(), named.get(0).scope(), CODEC.write(after)));
    }
    return true;
  }

  /** Whether a note leads to a record and says nothing else. A procedure's says more. */
  private static boolean isOfFact(JsonObject note) {
    return note.members().keySet().equals(Set.of(StoredFields.RECORD));
  }

  private JsonObject without(Set<String> ids, Key note, JsonObject before) {
    JsonObject after = before;
    for (Stage<?> stage : stages) {
      if (stage.name().equals(NoteKeys.stageOf(note))) {
        after = stage.without(ids, after);
      }
    }
    return after;
  }

  /** What counts runs in an erased scope, also those of procedures that were deleted before. */
  private static List<String> counts(ErasureState state) {
    String scope = state.request().scope();
    if (scope == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    Stream.of(Sensitivity.values())
        .filter(level -> level.level() <= state.visibility().ceiling().level())
        .map(level -> new LearningScope(scope, level))
        .forEach(
            place -> {
              names.add(ProcedureKeys.abortedRuns(place));
              names.addAll(ProcedureKeys.allRuns(place));
            });
    return names;
  }
}
