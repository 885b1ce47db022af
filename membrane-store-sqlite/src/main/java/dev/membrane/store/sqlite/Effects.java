package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditAction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What commits change in the tables that many records share, posting lists and totals, and in what
 * is kept in memory. Collected per changeset and written once per batch: the text index would
 * otherwise make a segment of its own for every changeset, and a common word's count would be
 * written again and again. What a failed changeset has collected is dropped with it.
 */
final class Effects {

  /** One change of the posting lists. */
  record Posting(boolean added, long rid, String words) {}

  /** What is added to a pool's figures. */
  record PoolDelta(long records, long length) {
    PoolDelta plus(PoolDelta other) {
      return new PoolDelta(records + other.records, length + other.length);
    }
  }

  private final List<Posting> postings = new ArrayList<>();
  private final Set<Long> changed = new HashSet<>();
  private final List<SignIndex.Added> embedded = new ArrayList<>();
  private final Map<Long, PoolDelta> pools = new HashMap<>();
  private final Map<Long, Map<String, Long>> words = new HashMap<>();
  private final Map<AuditAction, Long> audits = new EnumMap<>(AuditAction.class);

  /** A row is no longer as it was. */
  void change(long rid) {
    changed.add(rid);
  }

  Set<Long> changed() {
    return changed;
  }

  void embed(SignIndex.Added vector) {
    embedded.add(vector);
    changed.add(vector.rid());
  }

  List<SignIndex.Added> embedded() {
    return embedded;
  }

  void post(long rid, String words) {
    postings.add(new Posting(true, rid, words));
  }

  void unpost(long rid, String words) {
    postings.add(new Posting(false, rid, words));
  }

  /** Counts a record in a pool, or, with a sign of -1, no longer. */
  void count(long pool, int sign, int length, List<String> terms) {
    pools.merge(pool, new PoolDelta(sign, (long) sign * length), PoolDelta::plus);
    Map<String, Long> counts = wordsOf(pool);
    terms.forEach(term -> counts.merge(term, (long) sign, Long::sum));
  }

  void count(AuditAction action) {
    audits.merge(action, 1L, Long::sum);
  }

  void add(Effects others) {
    postings.addAll(others.postings);
    changed.addAll(others.changed);
    embedded.addAll(others.embedded);
    others.pools.forEach((pool, delta) -> pools.merge(pool, delta, PoolDelta::plus));
    others.words.forEach(
        (pool, deltas) -> {
          Map<String, Long> counts = wordsOf(pool);
          deltas.forEach((word, delta) -> counts.merge(word, delta, Long::sum));
        });
    others.audits.forEach((action, delta) -> audits.merge(action, delta, Long::sum));
  }

  List<Posting> postings() {
    return postings;
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

  private Map<String, Long> wordsOf(long pool) {
    return words.computeIfAbsent(pool, first -> new HashMap<>());
  }
}
