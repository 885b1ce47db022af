package dev.membrane.spi.store;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The former states of the records, keys and kept runs of a store, as far as they were kept: see
 * {@link HistorySteps}. A record is there from its {@code created_at} on. Its state at an instant
 * is that of the first of its versions that ended later, or else the present one. Implementations
 * are safe for use by many threads.
 */
public interface History {

  /**
   * The records that were there at an instant and that are, by what they are now, seen in full or
   * redacted, in the order of their inserts. It reads no records of other scopes, and holds few in
   * memory.
   *
   * @param after the {@link PastRecord#arrival} to go on after; 0: from the first
   * @return some of them; fewer than there are to keep the memory small, none only at the end
   */
  List<PastRecord> at(Instant at, Visibility visibility, long after);

  /**
   * Those of some records that were there at an instant, in no order, whoever may see them, each
   * with the excerpt of the audit log that it had, see {@link StoredRecord}.
   */
  List<PastRecord> at(Instant at, Collection<String> ids);

  /**
   * The cosines of the vectors that some records had at an instant, whoever may see them: of each
   * the first of its former vectors that ended later, or else the present one, if it was written by
   * then. A vector of which it is not known when it was written was always there. Records that had
   * no vector of the model and of its dimensions are left out.
   */
  Map<String, Double> cosines(Instant at, String model, Vector vector, Collection<String> ids);

  /**
   * The versions of a record, the oldest first, the present one included.
   *
   * @param after only versions with greater numbers
   * @param limit the most versions wanted, at least 1; there may be fewer if they are large
   * @return empty if there is none after that, or the record is not there and none of its versions
   *     is
   */
  List<RecordVersion> versions(String id, long after, int limit);

  /**
   * The contents that some records have and had, as far as they were not erased: of each the
   * present one, and then its former ones, the latest first. Versions that differ in nothing but
   * salience and instants are one.
   *
   * @return by id, those of the first of the records in the order of their inserts: of as many as
   *     take little memory together; none if the first alone takes more, see {@link #versions}. By
   *     default none
   */
  default Map<String, List<StoredRecord>> contents(Collection<String> ids) {
    return Map.of();
  }

  /**
   * The last states of records that are gone and have versions, and that would be seen in full, in
   * the order of their inserts, each without its log.
   *
   * @param after the {@link PastRecord#arrival} to go on after; 0: from the first
   * @return some of them; fewer than there are to keep the memory small, none only at the end
   */
  List<PastRecord> pruned(Visibility visibility, long after);

  /** Those of some records, in no order, whoever may see them. */
  List<PastRecord> pruned(Collection<String> ids);

  /**
   * The ids, by their {@link PastRecord#arrival}, of records that have versions with another
   * content than the states after them, and that are or would be seen in full. Those that are gone
   * are among them; episodes that are there are not, as they are learned from nothing.
   *
   * @param after the arrival to go on after; 0: from the first
   * @param limit the most ids wanted, at least 1
   * @return the first of them; fewer only at the end
   */
  SortedMap<Long, String> revised(Visibility visibility, long after, int limit);

  /**
   * Those of some keys that were there at an instant, in no order: of each the first of its former
   * states that ended later, or else the present one.
   */
  List<Key> keys(Instant at, Collection<String> names);

  /**
   * The kept runs that were there at an instant and that are seen in full by what they were then
   * and, if there is one of the id, by what that is now: the latest first, those of one instant by
   * their ids in descending order. Of each it is the first of its former states that ended later,
   * or else the present one.
   *
   * @param after the run to go on after; null: from the latest
   * @param limit the most runs wanted, at least 1
   * @return the first of them; fewer only at the end
   */
  List<KeptRun> runs(Instant at, Visibility visibility, @Nullable KeptRun after, int limit);

  /** Those of some kept runs that were there at an instant, in no order, whoever may see them. */
  List<KeptRun> runs(Instant at, Collection<String> ids);

  /** When the former state ended that ended first; empty if there is none. */
  Optional<Instant> oldestEnd();

  /**
   * A record as it was at an instant.
   *
   * @param stored the record as it was, with an empty head
   * @param entries how many entries its audit log had
   * @param terms its analysed text; null if it is not kept, as the content has changed since
   * @param arrival its place among all inserts
   * @param scope the scope that it has now or, if it is deleted, had at the end; null: none
   * @param sensitivity the sensitivity that it has now, or had at the end
   * @param bytes about how many bytes of JSON it has
   */
  record PastRecord(
      StoredRecord stored,
      int entries,
      @Nullable Terms terms,
      long arrival,
      @Nullable String scope,
      Sensitivity sensitivity,
      long bytes) {}

  /**
   * A version of a record that was committed.
   *
   * @param number the number of the version
   * @param stored the record as it was, with an empty audit log and head; null if its content was
   *     erased
   * @param entries how many entries its audit log had
   * @param from the instant of the commit that made it
   * @param until the instant of the commit that ended it; null if it is the present one
   * @param salienceOnly whether it differs from the version before in nothing but salience and
   *     instants
   */
  record RecordVersion(
      long number,
      @Nullable StoredRecord stored,
      int entries,
      Instant from,
      @Nullable Instant until,
      boolean salienceOnly) {}
}
