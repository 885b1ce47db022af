package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.keys.ReceiptKeys;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Erases the keys that name erased records. Each method answers how far the erasure is then.
 * Thread-safe.
 */
record ErasedKeys(MemoryStore store, TextAnalyzer analyzer) {

  private static final int AT_ONCE = 500;
  private static final int ANSWERS_AT_ONCE = 50;

  private static Set<String> named(List<Key> keys) {
    return keys.stream()
        .flatMap(key -> NamedIds.in(key.value()).stream())
        .collect(Collectors.toSet());
  }

  /** Erases keys of calls that count only once: such a key names the record that was made. */
  ErasureState idempotentCalls(ErasureState state, Changeset.Builder changes) {
    List<Key> calls = store.keys(IdempotentCallKeys.PREFIX, state.after(), AT_ONCE);
    Set<String> erased =
        new ErasedIds(store, state.id())
            .among(calls.stream().map(IdempotentCallKeys::recordOf).collect(Collectors.toSet()));
    long gone = remove(calls, key -> erased.contains(IdempotentCallKeys.recordOf(key)), changes);
    ErasureState after = state.with(ErasureCounts.of(ErasureCounts.KEYS, gone), AuditHead.NONE);
    return next(after, calls, AT_ONCE, ErasurePhase.ANSWER_RECEIPTS);
  }

  /**
   * Erases receipts of answers: a receipt names the records of the answer, and has the question.
   */
  ErasureState answerReceipts(ErasureState state, Changeset.Builder changes) {
    List<Key> receipts = store.keys(ReceiptKeys.PREFIX, state.after(), ANSWERS_AT_ONCE);
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

  /** Removes some of the keys; answers how many. */
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
