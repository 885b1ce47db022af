package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.keys.AnswerReceipt;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.keys.ReceiptKeys;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Erases the keys that name erased records. Each method answers how far the erasure is then.
 * Thread-safe.
 */
record KeyErasure(MemoryStore store, TextAnalyzer analyzer) {

  private static final int AT_ONCE = 500;
  private static final int ANSWERS_AT_ONCE = 50;

  private static Set<String> named(List<Key> keys) {
    return keys.stream()
        .flatMap(key -> NamedIds.in(key.value()).stream())
        .collect(Collectors.toSet());
  }

  /** Tells which of some ids are erased. */
  interface Erased extends UnaryOperator<Set<String>> {}

  /** Erases keys of calls that count only once. */
  ErasureState idempotentCalls(ErasureState state, Changeset.Builder changes) {
    List<Key> page = store.keys(IdempotentCallKeys.PREFIX, state.after(), AT_ONCE);
    List<Key> gone = calls(page, new ErasedIds(store, state.id())::among);
    ErasureState after = removed(gone, gone.size(), state, changes);
    return next(after, page, AT_ONCE, ErasurePhase.ANSWER_RECEIPTS);
  }

  /** Erases receipts of answers. */
  ErasureState answerReceipts(ErasureState state, Changeset.Builder changes) {
    List<Key> page = store.keys(ReceiptKeys.PREFIX, state.after(), ANSWERS_AT_ONCE);
    List<Key> gone = receipts(page, state.target(), new ErasedIds(store, state.id())::among);
    ErasureState after = removed(gone, seen(gone, state.target()), state, changes);
    return next(after, page, ANSWERS_AT_ONCE, ErasurePhase.MARKS);
  }

  private static ErasureState removed(
      List<Key> gone, long counted, ErasureState state, Changeset.Builder changes) {
    gone.forEach(changes::removeKey);
    return state.with(ErasureCounts.of(ErasureCounts.KEYS, counted), AuditHead.NONE);
  }

  /**
   * How many of some receipts whoever erases may see. The others go as well, but their number would
   * tell how often a record is read by callers who see more.
   */
  private static long seen(List<Key> receipts, ErasureTarget target) {
    return receipts.stream()
        .filter(key -> AnswerReceipt.of(key.value()).isWithin(target.visibility()))
        .count();
  }

  /** How many keys of both kinds would go and be counted, all told. */
  long count(ErasureTarget target, Erased erased, Runnable beforeEachPage) {
    return count(
            IdempotentCallKeys.PREFIX, AT_ONCE, page -> calls(page, erased).size(), beforeEachPage)
        + count(
            ReceiptKeys.PREFIX,
            ANSWERS_AT_ONCE,
            page -> seen(receipts(page, target, erased), target),
            beforeEachPage);
  }

  private long count(
      String prefix, int atOnce, ToLongFunction<List<Key>> counted, Runnable beforeEachPage) {
    long count = 0;
    String last = "";
    List<Key> page;
    do {
      beforeEachPage.run();
      page = store.keys(prefix, last, atOnce);
      count += counted.applyAsLong(page);
      last = page.isEmpty() ? last : page.get(page.size() - 1).name();
    } while (!page.isEmpty());
    return count;
  }

  /** Those among some keys of calls that name an erased record, which the call has made. */
  private static List<Key> calls(List<Key> page, Erased erased) {
    Set<String> gone =
        erased.apply(page.stream().map(IdempotentCallKeys::recordOf).collect(Collectors.toSet()));
    return page.stream().filter(key -> gone.contains(IdempotentCallKeys.recordOf(key))).toList();
  }

  /**
   * Those among some receipts that go: a receipt names the records of the answer, and has the
   * question.
   */
  private List<Key> receipts(List<Key> page, ErasureTarget target, Erased erased) {
    Set<String> gone = erased.apply(named(page));
    QuotedTarget quoted = QuotedTarget.of(target, analyzer);
    return page.stream()
        .filter(
            receipt ->
                NamedIds.in(receipt.value()).stream().anyMatch(gone::contains)
                    || quoted.isQuotedIn(receipt))
        .toList();
  }

  private static ErasureState next(
      ErasureState state, List<Key> page, int atOnce, ErasurePhase then) {
    return page.size() == atOnce
        ? state.at(state.phase(), page.get(atOnce - 1).name())
        : state.at(then, "");
  }
}
