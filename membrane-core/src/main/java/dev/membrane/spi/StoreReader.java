package dev.membrane.spi;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory that can be read. Implementations are safe for use by many threads. Every read sees whole
 * commits only, and all that were acknowledged before it began. What cannot be reached throws
 * {@link StoreUnavailableException} from any method; it may answer again later. {@link #get} throws
 * {@link UnreadableRecordException} for a record that was damaged.
 */
public interface StoreReader extends AutoCloseable {

  /**
   * Reads records by id in a constant number of statements.
   *
   * @return those that exist and are not deleted, in the order asked for, each once
   */
  List<Stored> get(Collection<String> ids);

  /**
   * As {@link #get(Collection)}, but a store that would have to read and parse a heavier record for
   * it leaves that out. A weight is in bytes of JSON, of which a value counts for at least 16: an
   * array of digits takes far more memory than a text of as many bytes.
   *
   * @param heaviest the most that a record may weigh
   */
  default List<Stored> get(Collection<String> ids, long heaviest) {
    return get(ids);
  }

  /**
   * What is known of ids without reading what their records say, in a constant number of
   * statements. Who may not see a record must not be able to tell from the time how large it is, so
   * the answer takes no longer for a large one.
   *
   * @param at the instant of the salience
   * @return those that were ever used, in the order asked for, each once
   */
  List<Header> headers(Collection<String> ids, Instant at);

  /** Reads keys by name; names that do not stand are left out. */
  List<Key> find(Collection<String> names);

  /**
   * Finds records; the best first for a ranking by salience, in no order for candidates by terms.
   */
  List<Hit> search(Search search);

  /**
   * The ids of records in the order of their inserts. The work is in proportion to what is asked
   * for, to how many scopes and types the filter names and, where it has tags or a thread, to how
   * many records have these; what does not pass otherwise is looked at, and not read.
   */
  List<String> arrivals(Arrivals asked);

  /**
   * The ids of records that are seen in full and have a relation to a record, in the order of their
   * inserts, whatever their status. They are found by the id of that record, so the work is in
   * proportion to how many there are.
   *
   * @param target the id of the record, whether or not there is one
   * @param after only what was inserted after the record that has, or had, this id; empty: from the
   *     first. After an id that was never used there is nothing
   * @param limit the most ids wanted, at least 1
   */
  List<String> related(Visibility visibility, String target, String after, int limit);

  /**
   * The ids of records that are seen in full and are the first of an episode with a key, see {@link
   * EpisodeKey#isFirst}, in the order of their inserts, whatever their status. They are found by
   * their keys, so the work is in proportion to how many are asked for.
   *
   * @param key that of the episodes; null: any
   * @param after only what was inserted after the record that has, or had, this id; empty: from the
   *     first. After an id that was never used there is nothing
   * @param limit the most ids wanted, at least 1
   */
  List<String> episodes(Visibility visibility, @Nullable String key, String after, int limit);

  /**
   * How many records of each scope are seen in full, whatever their type or status, counted without
   * being read; in no order. Scopes of which none is seen are left out.
   */
  List<ScopeCount> scopes(Visibility visibility);

  /**
   * What arrived next to records, in a constant number of statements.
   *
   * @param filter what neighbours are looked for
   * @param ids records that pass the filter in full; others are left out
   * @param reach how many positions each way, 1 to {@link Neighbours#MAX_REACH}
   * @return those of the ids, in no order, each once
   * @throws IllegalArgumentException if the reach is out of its range
   */
  List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach);

  /**
   * Looks for words among the runs that are seen in full, in a constant number of statements.
   *
   * @param words terms, each once
   * @param latest how many runs are looked at, at least 1: of more the latest, of equal instants
   *     those with the greater ids
   */
  RunMatches matchRuns(Visibility visibility, Collection<String> words, int latest);

  /**
   * Kept runs by their numbers, in no order, in a constant number of statements. A number may have
   * gone to another run since it was told, which the caller may not see: who asks looks at that.
   */
  List<KeptRun> keptRuns(Collection<Long> numbers);

  /** Kept runs by their ids, in no order, in a constant number of statements. */
  List<KeptRun> keptRunsOf(Collection<String> ids);

  /** What the store can do with embeddings; empty if it keeps none. */
  default Optional<Vectors> vectors() {
    return Optional.empty();
  }

  /** All that the store holds, to be taken elsewhere; empty if it cannot tell. */
  default Optional<Contents> contents() {
    return Optional.empty();
  }

  /** Term statistics over the records seen in full, whatever their type or status. */
  TermStatistics termStatistics(Visibility visibility, Collection<String> terms);

  /** The rows of a queue that are due at an instant, earliest first, then by item. */
  List<QueueRow> due(String queue, Instant at, int limit);

  /** How many rows a queue has, due or not. They are counted without being read. */
  long queued(String queue);

  /**
   * What waits in each queue that has a row, by the names of the queues. The rows are counted
   * without being read.
   */
  List<QueueFigures> queues();

  /** Figures over all records at an instant. */
  Statistics statistics(Instant at);

  /** What was done to a record, also to a deleted one; empty for an id that was never used. */
  Optional<AuditTrail> auditLog(String id);

  /**
   * The trails of all ids ever used, in the order of the ids.
   *
   * @param after where to go on: only ids that sort after this one; empty: from the first
   * @param limit the most trails wanted, at least 1
   */
  List<AuditTrail> auditLogs(String after, int limit);

  /**
   * Shows all that is needed to tell whether somebody changed the store behind the engine's back,
   * as of one instant, whatever is committed meanwhile. First the heads of all scopes, then the
   * trails of all ids ever used in the order of the ids, then what the store itself finds: that
   * something which it keeps more than once, or which follows from the records, is not the same
   * everywhere, or belongs to nothing. Holds no more than a small part of the records in memory,
   * unless the store always does.
   *
   * <p>What the inspection throws ends it and is thrown on.
   */
  void inspect(Inspection inspection);

  /**
   * Answers if the store can serve.
   *
   * @throws StoreUnavailableException if it cannot
   */
  void check();

  /**
   * Releases everything. Closing again does nothing; every other method throws {@link
   * StoreUnavailableException} from now on.
   */
  @Override
  void close();

  /** Kind and place of the store in a few words, without secrets, for the operator. */
  @Override
  String toString();
}
