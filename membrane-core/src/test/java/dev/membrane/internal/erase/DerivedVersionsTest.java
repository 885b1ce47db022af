package dev.membrane.internal.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.erase.DerivedVersions.FoundIds;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Prepared records, whose oldest kept version has all entries of the log already. */
class DerivedVersionsTest {

  private static final String RUN = "00000001-0000-7000-8000-000000000000";
  private static final String OTHER = "00000002-0000-7000-8000-000000000000";

  private final SortedMap<Long, String> records = new TreeMap<>();
  private final List<Integer> together = new ArrayList<>();
  private boolean hasRoom;
  private int versions = 2;

  private static AuditLink link(String actor, String rationale) {
    return new AuditLink(
        new AuditEntry(AuditAction.REINFORCE, actor, Instant.EPOCH, rationale), "", "", "", "");
  }

  private final class PreparedStore extends ForwardingStore {

    PreparedStore() {
      super(new InMemoryStore());
    }

    @Override
    public List<AuditTrail> auditLogs(Collection<String> ids) {
      List<AuditLink> log =
          List.of(
              link("consolidation/competence", "Another run: episode " + RUN),
              link("ann", "See " + OTHER));
      return ids.stream()
          .map(id -> new AuditTrail(id, null, Sensitivity.LOW, null, null, log))
          .toList();
    }

    @Override
    public List<RecordHeader> headers(Collection<String> ids, Instant at) {
      return List.of();
    }

    @Override
    public Optional<History> history() {
      return Optional.of(new PreparedHistory());
    }
  }

  private final class PreparedHistory implements History {

    @Override
    public List<PastRecord> at(Instant at, Visibility visibility, long after) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<PastRecord> at(Instant at, Collection<String> ids) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<PastRecord> pruned(Visibility visibility, long after) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<PastRecord> pruned(Collection<String> ids) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, Double> cosines(
        Instant at, String model, Vector vector, Collection<String> ids) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Key> keys(Instant at, Collection<String> names) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<KeptRun> runs(
        Instant at, Visibility visibility, @Nullable KeptRun after, int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<KeptRun> runs(Instant at, Collection<String> ids) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Instant> oldestEnd() {
      throw new UnsupportedOperationException();
    }

    /** Records are large, and each is read by itself; or an answer has room for one. */
    @Override
    public Map<String, List<StoredRecord>> contents(Collection<String> ids) {
      together.add(ids.size());
      return hasRoom ? Map.of(ids.iterator().next(), List.of()) : Map.of();
    }

    @Override
    public List<RecordVersion> versions(String id, long after, int limit) {
      return LongStream.rangeClosed(after + 1, Math.min(versions, after + limit))
          .mapToObj(
              number ->
                  new RecordVersion(
                      number,
                      null,
                      2,
                      Instant.EPOCH,
                      number == versions ? null : Instant.EPOCH,
                      false))
          .toList();
    }

    @Override
    public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
      SortedMap<Long, String> page = new TreeMap<>();
      records.tailMap(after + 1).entrySet().stream()
          .limit(limit)
          .forEach(record -> page.put(record.getKey(), record.getValue()));
      return page;
    }
  }

  private FoundIds after(long arrival, String erased) {
    DerivedVersions search =
        new DerivedVersions(
            new PreparedStore(),
            ids -> {
              Set<String> found = new HashSet<>(ids);
              found.retainAll(Set.of(erased));
              return found;
            });
    return search.after(arrival, Visibility.ALL);
  }

  @Test
  void a_run_was_added_before_the_oldest_version_that_is_kept() {
    records.put(1L, "skill");

    assertThat(after(0, RUN).present()).containsExactly("skill");
  }

  @Test
  void what_only_callers_name_in_a_log_is_nothing_that_was_learned() {
    records.put(1L, "skill");

    assertThat(after(0, OTHER).present()).isEmpty();
  }

  @Test
  void a_page_ends_after_many_versions() {
    versions = 1_500;
    LongStream.rangeClosed(1, 5).forEach(arrival -> records.put(arrival, "skill " + arrival));

    assertThat(after(0, OTHER).last()).isEqualTo(2);
    assertThat(after(2, OTHER).last()).isEqualTo(4);
    assertThat(after(4, OTHER).last()).isZero();
  }

  @Test
  void after_a_large_record_not_all_others_are_weighed_again() {
    LongStream.rangeClosed(1, 5).forEach(arrival -> records.put(arrival, "skill " + arrival));

    assertThat(after(0, RUN).present()).hasSize(5);
    assertThat(together).containsExactly(5, 1, 1, 1, 1);
  }

  @Test
  void however_often_there_is_room_for_one_only_all_are_looked_at() {
    hasRoom = true;
    LongStream.rangeClosed(1, 60).forEach(arrival -> records.put(arrival, "skill " + arrival));

    assertThat(after(0, RUN).present()).hasSize(60);
    assertThat(together).startsWith(60, 59, 58).endsWith(2, 1).hasSize(60);
  }

  @Test
  void of_what_was_found_some_is_counted_otherwise() {
    FoundIds found = new FoundIds(Set.of("one", "two"), Set.of("three", "four"), 7);

    assertThat(found.without("one"::equals, "four"::equals))
        .isEqualTo(new FoundIds(Set.of("two"), Set.of("three"), 7));
  }
}
