package dev.membrane.spi.store;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a store. Implementations are safe for use by many threads. Every read sees whole
 * commits only, and all that were acknowledged before it began. Every method throws {@link
 * StoreUnavailableException} if the store cannot be reached; a later call may succeed. {@link #get}
 * and {@link #headers} throw {@link UnreadableRecordException} for a record that was damaged.
 */
public interface StoreReader extends AutoCloseable {

  /**
   * Reads records by id in a constant number of statements.
   *
   * @return the records that exist and are not deleted, in the order of the ids, each once
   */
  List<StoredRecord> get(Collection<String> ids);

  /**
   * As {@link #get(Collection)}, but a store leaves out a heavier record that it would have to read
   * and parse. The weight is that of {@link dev.membrane.schema.json.JsonWeight}, in bytes of JSON,
   * with a least weight of each value and name: an array of digits takes far more memory than a
   * text of as many bytes.
   *
   * @param heaviest the greatest weight of a record
   */
  default List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return get(ids);
  }

  /**
   * Those of some records that are in memory, are seen in full, and surely weigh no more than so
   * much, with their logs; in no order, all as they are at one moment. The others have to be read.
   * To the caller of this method, what is not seen is as what is not in memory, so that nobody can
   * tell the two apart by the time that a question takes.
   *
   * @param heaviest the greatest weight, as in {@link #get(Collection, long)}
   * @return nothing if the store keeps no records in memory
   */
  default List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return List.of();
  }

  /**
   * The headers of ids, read without the content of the records, in a constant number of
   * statements. The call takes no longer for a large record, so that a caller who may not see it
   * cannot tell its size from the time.
   *
   * @param at the instant of the salience
   * @return the headers of ids that were ever used, in the order of the ids, each once
   */
  List<RecordHeader> headers(Collection<String> ids, Instant at);

  /** Reads keys by name; names that do not exist are left out. */
  List<Key> find(Collection<String> names);

  /**
   * The keys whose names begin with a prefix, in an order that does not change.
   *
   * @param prefix one to twenty small letters and a colon
   * @param after only names that come after this one, which begins so, too; empty: from the first
   * @param limit the most keys wanted, at least 1
   */
  List<Key> keys(String prefix, String after, int limit);

  /**
   * The ids of deleted records that would be seen in full, in the order of the ids.
   *
   * @param after only ids that sort after this one; empty: from the first
   * @param limit the most ids wanted, at least 1
   */
  List<String> deleted(Visibility visibility, String after, int limit);

  /**
   * Finds the most salient records by their live salience at the filter's instant, compared by
   * {@code Lifecycle.log2SalienceAt}, the highest first; ties by {@code created_at}, newest first,
   * then by id, smallest first.
   *
   * @param filter which records may be found; part of the query, so that rows that do not pass
   *     never use up the limit
   * @param limit the most hits wanted, at least 1
   */
  List<Hit> search(Filter filter, int limit);

  /**
   * Finds candidates for the engine's own ranking, in no order: for each term in the order given,
   * the records that contain it, latest inserted first, until there are as many distinct records as
   * wanted. Records seen redacted never match.
   *
   * @param filter as in {@link #search(Filter, int)}
   * @param terms distinct terms, at least one; the rarest should come first
   * @param limit the most hits wanted, at least 1
   */
  List<Hit> search(Filter filter, List<String> terms, int limit);

  /**
   * The ids of records in the order of their inserts. The work is proportional to the limit, to the
   * number of scopes and types in the filter and, with tags, a thread or an episode, to the number
   * of records that have these. Other records that do not pass are passed over without being read.
   */
  List<String> arrivals(Arrivals asked);

  /**
   * The ids of records that are seen in full and have a relation to one of some records, in the
   * order of their inserts, whatever their status. They are found by the ids of those, so the work
   * is proportional to the numbers of both.
   *
   * @param targets the ids of the records, which need not exist; no more than some hundreds
   * @param after only records inserted after the record that has, or had, this id; empty: from the
   *     first. The answer is empty after an id that was never used
   * @param limit the most ids wanted, at least 1
   */
  List<String> related(Visibility visibility, Collection<String> targets, String after, int limit);

  /**
   * The ids of records that are seen in full and are the first of an episode with a key, see {@link
   * dev.membrane.schema.MemoryRecord#beginsEpisode}, in the order of their inserts, whatever their
   * status. They are found by their keys, so the work is proportional to the limit.
   *
   * @param key the key of the episodes; null: any
   * @param after only records inserted after the record that has, or had, this id; empty: from the
   *     first. The answer is empty after an id that was never used
   * @param limit the most ids wanted, at least 1
   */
  List<String> episodes(Visibility visibility, @Nullable String key, String after, int limit);

  /**
   * The number of records of each scope that are seen in full, whatever their type or status, in no
   * order. They are counted without being read. Scopes without such records are left out.
   */
  List<ScopeCount> scopes(Visibility visibility);

  /**
   * The neighbours of records in the order of arrival, in a constant number of statements.
   *
   * @param filter which records may be neighbours
   * @param ids records that pass the filter in full; others are left out
   * @param reach how many positions each way, 1 to {@link Neighbours#MAX_REACH}
   * @return those of the ids, in no order, each once
   * @throws IllegalArgumentException if the reach is out of its range
   */
  List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach);

  /**
   * Looks for words among the runs that are seen in full, in a constant number of statements.
   *
   * @param words terms, each once; what is found has its counts in their order
   * @param latest the most runs to look at, at least 1: the latest ones, and of equal instants
   *     those with the greater ids
   */
  RunMatches matchRuns(Visibility visibility, List<String> words, int latest);

  /**
   * Kept runs by their numbers, in no order, in a constant number of statements. A number may have
   * passed to another run since it was returned, so the caller of this method has to check again
   * who may see the run.
   */
  List<KeptRun> keptRuns(Collection<Long> numbers);

  /** Kept runs by their ids, in no order, in a constant number of statements. */
  List<KeptRun> keptRunsOf(Collection<String> ids);

  /** The store's vector search; empty if it keeps no embeddings. */
  default Optional<Vectors> vectors() {
    return Optional.empty();
  }

  /** Everything that the store holds, for an export; empty if it cannot list that. */
  default Optional<Contents> contents() {
    return Optional.empty();
  }

  /** Whether what the store keeps can only be read with a key that is kept elsewhere. */
  default boolean isEncrypted() {
    return false;
  }

  /**
   * A text for the value of a key, of which nothing can be read any more once the data key of a
   * scope is {@linkplain MemoryStore#destroyKey destroyed}. By default, and if the store is not
   * encrypted, the text as it is.
   *
   * @param name the name of the key; under another one nothing opens it
   */
  default String sealed(String scope, String name, String text) {
    return text;
  }

  /** The text of {@link #sealed}; empty if the data key was destroyed. */
  default Optional<String> opened(String name, String sealed) {
    return Optional.of(sealed);
  }

  /** The store's former states; empty if it keeps none. */
  default Optional<History> history() {
    return Optional.empty();
  }

  /** Term statistics over the records seen in full, whatever their type or status. */
  RecordCounts termStatistics(Visibility visibility, Collection<String> terms);

  /**
   * The rows of a queue that are due at an instant, earliest first; of one instant, those about
   * records come in the order of their ids.
   */
  List<QueueRow> due(String queue, Instant at, int limit);

  /** The rows of a queue about some items, due or not, in no order. */
  List<QueueRow> rows(String queue, Collection<String> items);

  /** How many rows a queue has, due or not. They are counted without being read. */
  long queued(String queue);

  /**
   * Figures of each queue that has a row, by the names of the queues. The rows are counted without
   * being read.
   */
  List<QueueLoad> queues();

  /** Figures over all records at an instant. */
  Statistics statistics(Instant at);

  /** The audit log of a record, also of a deleted one; empty for an id that was never used. */
  Optional<AuditTrail> auditLog(String id);

  /**
   * The audit logs of several records, also of deleted ones, in no order. Ids that were never used
   * are left out. By default the logs are read one after the other.
   */
  default List<AuditTrail> auditLogs(Collection<String> ids) {
    return ids.stream().distinct().flatMap(id -> auditLog(id).stream()).toList();
  }

  /**
   * The trails of all ids ever used, in the order of the ids.
   *
   * @param after only ids that sort after this one; empty: from the first
   * @param limit the most trails wanted, at least 1
   */
  List<AuditTrail> auditLogs(String after, int limit);

  /**
   * Passes everything that shows whether the store was changed behind the engine's back, as of one
   * instant, whatever is committed meanwhile: first the heads of all scopes, then the trails of all
   * ids ever used in the order of the ids, then the faults that the store itself finds. A fault is
   * data that is kept more than once and differs, derived data that does not follow from the
   * records, or data that belongs to nothing. Holds only a small part of the records in memory,
   * unless the store always does.
   *
   * <p>An exception of the inspection ends the call and is thrown on.
   */
  void inspect(Inspection inspection);

  /**
   * Returns if the store can serve.
   *
   * @throws StoreUnavailableException if it cannot
   */
  void check();

  /**
   * Releases all resources. Closing again does nothing; every other method throws {@link
   * StoreUnavailableException} from now on.
   */
  @Override
  void close();

  /** Kind and place of the store in a few words, without secrets, for the operator. */
  @Override
  String toString();

  /** Gets the state of a store from {@link StoreReader#inspect}, from one thread. */
  interface Inspection {

    /** The terms by which a record is found. Its salience and audit log do not matter. */
    Terms termsOf(MemoryRecord record);

    /**
     * The stored head of a scope's trails.
     *
     * @param scope null: of the records without one
     */
    void head(@Nullable String scope, AuditHead head);

    /** The next trail. */
    void trail(AuditTrail trail);

    /**
     * How many former states there are, after all trails.
     *
     * @param kept with their content
     * @param erased those whose content an erasure has removed
     */
    default void versions(long kept, long erased) {}

    /**
     * A fault: something in the store is not as it was written.
     *
     * @param id the record that it is about; null: none, or not known
     * @param reason what is wrong, in a few words
     */
    void fault(@Nullable String id, String reason);
  }

  /**
   * What a store knows of an id without reading the content of the record. It is enough to decide
   * who may see the record, and whether there is room for it.
   *
   * @param id the id
   * @param scope the scope that the record has or, if it is deleted, had; null: none
   * @param sensitivity the sensitivity that it has or had
   * @param bytes about how many bytes have to be read for the whole record without its audit log; 0
   *     if it is deleted or in memory
   * @param outline what is shown of the record if the rest is not; null if it is deleted
   */
  record RecordHeader(
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      long bytes,
      @Nullable RedactedRecord outline) {

    /** The header of an existing record. */
    public static RecordHeader of(RedactedRecord outline, long bytes) {
      return new RecordHeader(outline.id(), outline.scope(), outline.sensitivity(), bytes, outline);
    }

    /** The header of a deleted record. */
    public static RecordHeader deleted(String id, @Nullable String scope, Sensitivity sensitivity) {
      return new RecordHeader(id, scope, sensitivity, 0, null);
    }

    /** Whether the record was deleted. */
    public boolean isDeleted() {
      return outline == null;
    }
  }
}
