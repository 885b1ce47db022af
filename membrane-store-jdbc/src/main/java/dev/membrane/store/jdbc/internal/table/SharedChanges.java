package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.jdbc.internal.figures.FigureCounts;
import dev.membrane.store.jdbc.internal.figures.FigureRow;
import dev.membrane.store.jdbc.internal.words.RunWord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of commits to what many records share: posting lists, totals and caches in memory.
 * They are collected for each changeset and written once for each batch. Otherwise the text index
 * would make a segment for every changeset, and the count of a common word would be written again
 * and again. If a changeset fails, what it has collected is dropped.
 */
public final class SharedChanges {

  /** One change of a posting list. */
  public record Posting(boolean added, long rid, String words) {}

  /** What is added to a pool's figures. */
  public record PoolDelta(long records, long length) {
    public PoolDelta plus(PoolDelta other) {
      return new PoolDelta(records + other.records, length + other.length);
    }
  }

  /**
   * A space that was not there before, and who sees it.
   *
   * @param whole whether it is of all scopes together
   * @param scope as columns have it; empty: none, or all together
   */
  public record NewSpace(boolean whole, String scope, int level, MemoryType type) {}

  private final List<Posting> postings = new ArrayList<>();
  private final Set<String> changedRecords = new HashSet<>();
  private final Set<Long> changedRows = new HashSet<>();
  private final Set<Long> changedSpaces = new HashSet<>();
  private final Set<NewSpace> newSpaces = new HashSet<>();
  private final Set<RunWord> changedPlaces = new HashSet<>();
  private final Set<String> changedKeys = new HashSet<>();
  private final Set<String> ownersOfChangedKeys = new HashSet<>();
  private final List<StoredVector> embedded = new ArrayList<>();
  private final Map<Long, PoolDelta> pools = new HashMap<>();
  private final Map<Long, Map<String, Long>> words = new HashMap<>();
  private final Map<Long, Long> wholes = new HashMap<>();
  private final Map<String, Map<AuditAction, Long>> audits = new HashMap<>();
  private boolean hasDeletions;
  private final Map<String, AuditHead> heads = new HashMap<>();
  private final FigureCounts figures = new FigureCounts();

  /** A record is no longer as it was. */
  public void change(String id, long rid) {
    changedRecords.add(id);
    changedRows.add(rid);
  }

  /** A record was deleted, or a kept run. */
  public void delete() {
    hasDeletions = true;
  }

  /** Whether a record was deleted, or a kept run. */
  public boolean hasDeletions() {
    return hasDeletions;
  }

  /** The ids of the records that change. */
  public Set<String> changedRecords() {
    return changedRecords;
  }

  /** The rids of the records that change or have another vector. */
  public Set<Long> changedRows() {
    return changedRows;
  }

  /** The spaces to which records come, which they leave, or where they have another place. */
  public Set<Long> changedSpaces() {
    return changedSpaces;
  }

  /** The spaces that are made. */
  public Set<NewSpace> newSpaces() {
    return newSpaces;
  }

  /** The words that come to kept runs of a pool, or leave them. */
  public Set<RunWord> changedPlaces() {
    return changedPlaces;
  }

  /** The names of the keys that come or go. */
  public Set<String> changedKeys() {
    return changedKeys;
  }

  /** The records whose keys go. */
  public Set<String> ownersOfChangedKeys() {
    return ownersOfChangedKeys;
  }

  /** A vector is there, or elsewhere. */
  public void embed(StoredVector vector) {
    embedded.add(vector);
    changedRows.add(vector.rid());
  }

  /** What {@link #embed} was told. */
  public List<StoredVector> embedded() {
    return embedded;
  }

  /** A row comes to the posting lists. */
  public void post(long rid, String words) {
    postings.add(new Posting(true, rid, words));
  }

  /** A row leaves them. */
  public void unpost(long rid, String words) {
    postings.add(new Posting(false, rid, words));
  }

  /**
   * Counts a record in a pool, or, with a sign of -1, no longer.
   *
   * @param whole the pool of all scopes that it is counted in, too; null: in none
   */
  void count(long pool, @Nullable Long whole, int sign, int length, List<String> terms) {
    if (whole != null) {
      wholes.put(pool, whole);
    }
    pools.merge(pool, new PoolDelta(sign, (long) sign * length), PoolDelta::plus);
    Map<String, Long> counts = wordsOf(pool);
    terms.forEach(term -> counts.merge(term, (long) sign, Long::sum));
  }

  /**
   * Counts in the pools of all scopes what was counted in those of each: once for a word of many
   * records. Nothing may be counted afterwards.
   */
  void sumUp() {
    wholes.forEach(
        (pool, whole) -> {
          pools.merge(whole, Objects.requireNonNull(pools.get(pool)), PoolDelta::plus);
          add(whole, wordsOf(pool));
        });
    words.values().forEach(deltas -> deltas.values().removeIf(delta -> delta == 0));
    words.values().removeIf(Map::isEmpty);
  }

  /** Adds to the count of audit entries of a scope; an empty one is none. */
  void count(String scope, AuditAction action, long more) {
    auditsOf(scope).merge(action, more, Long::sum);
  }

  /** Adds to the head of a scope; an empty one is none. */
  public void head(String scope, AuditHead more) {
    heads.merge(scope, more, AuditHead::plus);
  }

  /** Adds a record to the figures (1), or takes it away (-1). */
  public void figure(FigureRow row, int sign) {
    figures.add(row, sign);
  }

  public void add(SharedChanges others) {
    postings.addAll(others.postings);
    hasDeletions |= others.hasDeletions;
    changedRecords.addAll(others.changedRecords);
    changedRows.addAll(others.changedRows);
    changedSpaces.addAll(others.changedSpaces);
    newSpaces.addAll(others.newSpaces);
    changedPlaces.addAll(others.changedPlaces);
    changedKeys.addAll(others.changedKeys);
    ownersOfChangedKeys.addAll(others.ownersOfChangedKeys);
    embedded.addAll(others.embedded);
    others.pools.forEach((pool, delta) -> pools.merge(pool, delta, PoolDelta::plus));
    others.words.forEach(this::add);
    wholes.putAll(others.wholes);
    others.audits.forEach(
        (scope, deltas) ->
            deltas.forEach((action, delta) -> auditsOf(scope).merge(action, delta, Long::sum)));
    others.heads.forEach(this::head);
    figures.addAll(others.figures);
  }

  /** The changes of posting lists, in their order. */
  public List<Posting> postings() {
    return postings;
  }

  Map<Long, PoolDelta> pools() {
    return pools;
  }

  /** What is added to the counts of words, by pool and word. */
  Map<Long, Map<String, Long>> words() {
    return words;
  }

  /** How many audit entries come, by scope and action. */
  public Map<String, Map<AuditAction, Long>> audits() {
    return audits;
  }

  /** How many records come to the points of the figures. */
  FigureCounts figures() {
    return figures;
  }

  /** What is added to the heads, by scope. */
  public Map<String, AuditHead> heads() {
    return heads;
  }

  private void add(long pool, Map<String, Long> deltas) {
    Map<String, Long> counts = wordsOf(pool);
    deltas.forEach((word, delta) -> counts.merge(word, delta, Long::sum));
  }

  private Map<AuditAction, Long> auditsOf(String scope) {
    return audits.computeIfAbsent(scope, first -> new EnumMap<>(AuditAction.class));
  }

  private Map<String, Long> wordsOf(long pool) {
    return words.computeIfAbsent(pool, first -> new HashMap<>());
  }
}
