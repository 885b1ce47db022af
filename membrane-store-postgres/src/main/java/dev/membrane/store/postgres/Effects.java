package dev.membrane.store.postgres;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.AuditHead;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What commits change in totals that many records share. Collected per changeset and written once
 * per transaction, at its end: a common word's count would otherwise be written again and again.
 * What a failed changeset has collected is dropped with it.
 */
final class Effects {

  /** What is added to a pool's figures. */
  record PoolDelta(long records, long length) {
    PoolDelta plus(PoolDelta other) {
      return new PoolDelta(records + other.records, length + other.length);
    }
  }

  private final Map<Long, PoolDelta> pools = new HashMap<>();
  private final Map<Long, Map<String, Long>> words = new HashMap<>();
  private final Map<AuditAction, Long> audits = new EnumMap<>(AuditAction.class);
  private final Map<String, AuditHead> heads = new HashMap<>();

  /** Counts a record in a pool, or, with a sign of -1, no longer. */
  void count(long pool, int sign, int length, List<String> terms) {
    pools.merge(pool, new PoolDelta(sign, (long) sign * length), PoolDelta::plus);
    Map<String, Long> counts = wordsOf(pool);
    terms.forEach(term -> counts.merge(term, (long) sign, Long::sum));
  }

  void count(AuditAction action) {
    audits.merge(action, 1L, Long::sum);
  }

  /** Adds to the head of a scope; an empty one is none. */
  void head(String scope, AuditHead more) {
    heads.merge(scope, more, AuditHead::plus);
  }

  void add(Effects others) {
    others.pools.forEach((pool, delta) -> pools.merge(pool, delta, PoolDelta::plus));
    others.words.forEach(
        (pool, deltas) -> {
          Map<String, Long> counts = wordsOf(pool);
          deltas.forEach((word, delta) -> counts.merge(word, delta, Long::sum));
        });
    others.audits.forEach((action, delta) -> audits.merge(action, delta, Long::sum));
    others.heads.forEach(this::head);
  }

  Map<Long, PoolDelta> pools() {
    return pools;
  }

  /** What is added to the counts of words, by pool and word. */
  Map<Long, Map<String, Long>> words() {
    return words;
  }

  Map<AuditAction, Long> audits() {
    return audits;
  }

  /** What is added to the heads, by scope. */
  Map<String, AuditHead> heads() {
    return heads;
  }

  private Map<String, Long> wordsOf(long pool) {
    return words.computeIfAbsent(pool, first -> new HashMap<>());
  }
}
