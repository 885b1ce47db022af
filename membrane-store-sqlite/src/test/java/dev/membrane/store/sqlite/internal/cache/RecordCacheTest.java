package dev.membrane.store.sqlite.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.sqlite.SampleRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that are remembered in part, while others write. */
final class RecordCacheTest {

  private final MemoryRecord one = SampleRecords.fact(1, "here", Instant.EPOCH);
  private final MemoryRecord two = SampleRecords.fact(2, "here", Instant.EPOCH);
  private final RowCache<String, CachedRecord> cache =
      new RowCache<>(1_000_000, CachedRecord::bytes);
  private final Map<String, CachedRecord> file = new HashMap<>();
  private final List<Set<String>> asked = new ArrayList<>();
  private boolean isCommitNear;
  private final RecordCache records =
      new RecordCache(
          cache,
          (ids, heaviest) -> {
            asked.add(Set.copyOf(ids));
            if (isCommitNear) {
              commitBoth();
            }
            Map<String, CachedRecord> read = new HashMap<>(file);
            read.keySet().retainAll(ids);
            return read;
          });

  @BeforeEach
  void a_file_of_two_records() {
    cache.changed();
    put(one, 1);
    put(two, 1);
  }

  @Test
  void what_was_read_is_not_read_again() {
    assertThat(versions(one)).containsExactly(1L);
    assertThat(versions(two, one)).containsExactly(1L, 1L);
    assertThat(versions(one, two, one)).containsExactly(1L, 1L);
    assertThat(asked).containsExactly(Set.of(one.id()), Set.of(two.id()));
  }

  @Test
  void all_are_as_they_are_at_one_moment_though_some_were_remembered() {
    assertThat(versions(one)).containsExactly(1L);
    isCommitNear = true;
    assertThat(versions(one, two)).containsExactly(2L, 2L);
  }

  @Test
  void of_what_is_in_memory_it_tells_what_is_seen_in_full_and_light_without_reading() {
    assertThat(versions(one)).containsExactly(1L);
    List<String> ids = List.of(one.id(), two.id());
    assertThat(records.cached(ids, Visibility.ALL, 10_000))
        .extracting(stored -> stored.record().id())
        .containsExactly(one.id());
    Visibility elsewhere = new Visibility(Sensitivity.HYPER, Set.of("there"));
    assertThat(records.cached(ids, elsewhere, 10_000)).isEmpty();
    assertThat(records.cached(ids, Visibility.ALL, 2)).isEmpty();
    assertThat(asked).hasSize(1);
  }

  @Test
  void what_does_not_exist_is_left_out() {
    MemoryRecord unknown = SampleRecords.fact(3, "here", Instant.EPOCH);
    assertThat(versions(unknown, one)).containsExactly(1L);
    assertThat(versions(one, unknown)).containsExactly(1L);
  }

  private void commitBoth() {
    cache.changing(Set.of(one.id(), two.id()));
    put(one, 2);
    put(two, 2);
    cache.changed();
    isCommitNear = false;
  }

  private void put(MemoryRecord record, long version) {
    Anchor anchor = new Anchor(record.salience(), Instant.EPOCH);
    file.put(record.id(), CachedRecord.of(new StoredRecord(record, version, anchor, ""), "{}"));
  }

  private List<Long> versions(MemoryRecord... some) {
    List<String> ids = List.of(some).stream().map(MemoryRecord::id).toList();
    return records.get(ids, Long.MAX_VALUE).stream().map(StoredRecord::version).toList();
  }
}
