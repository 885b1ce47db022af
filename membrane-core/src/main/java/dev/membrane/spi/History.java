package dev.membrane.spi;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The former states of the records of a store, as far as they were kept: see {@link VersionSteps}.
 * A record is there from its {@code created_at} on. Its state at an instant is that of the first of
 * its versions that ended later, or else the present one. Implementations are safe for use by many
 * threads.
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

  /** When the version or vector ended that ended first; empty if there is none. */
  Optional<Instant> oldestEnd();
}
