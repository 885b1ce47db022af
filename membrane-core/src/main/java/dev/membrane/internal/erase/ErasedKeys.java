package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.keys.AnswerReceipts;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Header;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Erases the keys that name erased records. Each method answers how far it is then. Thread-safe.
 */
record ErasedKeys(MemoryStore store, TextAnalyzer analyzer) {

  private static final int AT_ONCE = 500;
  private static final int ANSWERS_AT_ONCE = 50;

  /**
   * Notes about runs that were deleted or pruned before, and whose lessons cannot be taken back any
   * more. A note names the episodes or records that it is about, all of one scope and sensitivity.
   * If all of them are erased, nothing needs it any more.
   */
  ErasureState notes(ErasureState state, Changeset.Builder changes) {
    List<Key> notes = store.keys(NoteKeys.PREFIX, state.after(), AT_ONCE);
    Set<String> named = named(notes);
    Set<String> known =
        named.isEmpty()
            ? Set.of()
            : store.headers(named, Instant.EPOCH).stream()
                .map(Header::id)
                .collect(Collectors.toSet());
    Set<String> erased = new ErasedIds(store, state.id()).among(known);
    long gone = 0;
    for (Key note : notes) {
      List<String> of = NamedIds.in(note.value()).stream().filter(known::contains).toList();
      if (!of.isEmpty() && erased.containsAll(of)) {
        gone++;
        changes.removeKey(note);
        of.forEach(changes::dropRun);
      }
    }
    List<Key> counts = state.after().isEmpty() ? counts(state) : List.of();
    counts.forEach(changes::removeKey);
    ErasureState after = state.withRemains(gone + counts.size());
    return next(after, notes, AT_ONCE, ErasurePhase.RECEIPTS);
  }

  /** What was counted in an erased scope, also of procedures that were deleted before. */
  private List<Key> counts(ErasureState state) {
    String scope = state.request().scope();
    if (scope == null) {
      return List.of();
    }
    List<String> names =
        Stream.of(Sensitivity.values())
            .filter(level -> level.level() <= state.visibility().ceiling().level())
            .flatMap(level -> ProcedureKeys.allRuns(scope, level).stream())
            .toList();
    return store.find(names);
  }

  private static Set<String> named(List<Key> keys) {
    return keys.stream()
        .flatMap(key -> NamedIds.in(key.value()).stream())
        .collect(Collectors.toSet());
  }

  /** The key of a call that counts only once names its record. */
  ErasureState idempotentCalls(ErasureState state, Changeset.Builder changes) {
    List<Key> calls = store.keys(IdempotentCallKeys.PREFIX, state.after(), AT_ONCE);
    Set<String> erased =
        new ErasedIds(store, state.id())
            .among(calls.stream().map(IdempotentCallKeys::recordOf).collect(Collectors.toSet()));
    long gone = remove(calls, key -> erased.contains(IdempotentCallKeys.recordOf(key)), changes);
    ErasureState after = state.with(Map.of(ErasureCounts.KEYS, gone), AuditHead.NONE);
    return next(after, calls, AT_ONCE, ErasurePhase.ANSWERS);
  }

  /** A receipt of an answer names the records that were answered, and has the question. */
  ErasureState answerReceipts(ErasureState state, Changeset.Builder changes) {
    List<Key> receipts = store.keys(AnswerReceipts.PREFIX, state.after(), ANSWERS_AT_ONCE);
    Set<String> erased = new ErasedIds(store, state.id()).among(named(receipts));
    QuotedTarget target = QuotedTarget.of(state, analyzer);
    long gone =
        remove(
            receipts,
            receipt ->
                NamedIds.in(receipt.value()).stream().anyMatch(erased::contains)
                    || target.isQuotedIn(receipt),
            changes);
    return next(state.withRemains(gone), receipts, ANSWERS_AT_ONCE, ErasurePhase.MARKS);
  }

  /** Answers how many are removed. */
  private static long remove(List<Key> keys, Predicate<Key> isErased, Changeset.Builder changes) {
    List<Key> gone = keys.stream().filter(isErased).toList();
    gone.forEach(changes::removeKey);
    return gone.size();
  }

  private static ErasureState next(
      ErasureState state, List<Key> page, int atOnce, ErasurePhase then) {
    return page.size() == atOnce
        ? state.at(state.phase(), page.get(atOnce - 1).name())
        : state.at(then, "");
  }
}
