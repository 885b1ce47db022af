package dev.membrane.spi;

import dev.membrane.schema.AuditEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Where memory is kept. The store owns atomicity and durability, the engine owns meaning.
 *
 * <p>Implementations are safe for use by many threads. Every read sees whole commits only, and all
 * that were acknowledged before it began. A store that cannot be reached throws {@link
 * StoreUnavailableException} from any method; it may answer again later.
 */
public interface MemoryStore extends AutoCloseable {

  /**
   * Reads records by id in a constant number of statements.
   *
   * @return those that exist and are not deleted, in the order asked for, each once
   */
  List<Stored> get(Collection<String> ids);

  /** Reads keys by name; names that do not stand are left out. */
  List<Key> find(Collection<String> names);

  /**
   * Finds records; the best first for a ranking by salience, in no order for candidates by terms.
   */
  List<Hit> search(Search search);

  /** Term statistics over the records seen in full, whatever their type or status. */
  TermStatistics termStatistics(Visibility visibility, Collection<String> terms);

  /**
   * The only write: all of it or nothing. After it returns the changes survive the end of the
   * process.
   *
   * @throws ConflictException if an expectation of the changeset does not hold; nothing was changed
   */
  void commit(Changeset changeset);

  /** The rows of a queue that are due at an instant, earliest first, then by item. */
  List<QueueRow> due(String queue, Instant at, int limit);

  /** Figures over all records at an instant. */
  Statistics statistics(Instant at);

  /**
   * A record's whole audit log, oldest first, deleted records included; empty for an unknown id.
   */
  List<AuditEntry> auditLog(String id);

  /**
   * Answers if the store can serve.
   *
   * @throws StoreUnavailableException if it cannot
   */
  void check();

  /**
   * Finishes the commits under way and releases everything. Closing again does nothing; every other
   * method throws {@link StoreUnavailableException} from now on.
   */
  @Override
  void close();

  /** Kind and place of the store in a few words, without secrets, for the operator. */
  @Override
  String toString();
}
