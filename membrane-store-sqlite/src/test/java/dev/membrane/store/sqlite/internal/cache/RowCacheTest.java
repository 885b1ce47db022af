package dev.membrane.store.sqlite.internal.cache;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may be remembered of rows while they are written. */
final class RowCacheTest {

  private final RowCache<Long, String> cache = new RowCache<>(1_000, String::length);

  @BeforeEach
  void a_writer_tells() {
    cache.changed();
  }

  @Test
  void what_is_not_known_is_read_at_once_and_known_from_then_on() throws SQLException {
    List<Collection<Long>> asked = new ArrayList<>();
    RowCache.RowReading<Long, String> reading =
        keys -> {
          asked.add(keys);
          return keys.stream().filter(key -> key < 4).collect(toMap(key -> key, String::valueOf));
        };
    cache.view().keep(Map.of(1L, "known"));

    assertThat(cache.view().rows(List.of(1L, 2L, 3L, 4L), reading))
        .containsExactlyInAnyOrder("known", "2", "3");
    assertThat(cache.view().rows(List.of(3L, 2L, 1L), reading)).hasSize(3);
    assertThat(asked).containsExactly(List.of(2L, 3L, 4L));
  }

  @Test
  void what_is_known_and_not_enough_is_read_again() throws SQLException {
    cache.view().keep(Map.of(1L, "some", 2L, "enough"));
    RowCache.RowReading<Long, String> reading =
        keys -> keys.stream().collect(toMap(key -> key, key -> "enough of " + key));
    for (int i = 0; i < 2; i++) {
      assertThat(cache.view().rows(List.of(1L, 2L), row -> row.startsWith("enough"), reading))
          .containsExactlyInAnyOrder("enough of 1", "enough");
    }
  }

  @Test
  void what_was_read_is_known_to_later_transactions() {
    cache.view().keep(Map.of(1L, "one", 2L, "two"));
    assertThat(cache.view().known(List.of(1L, 2L, 3L))).isEqualTo(Map.of(1L, "one", 2L, "two"));
  }

  @Test
  void nothing_is_kept_where_no_writer_tells() {
    RowCache<Long, String> untold = new RowCache<>(1_000, String::length);
    untold.view().keep(Map.of(1L, "one"));
    assertThat(untold.view().known(List.of(1L))).isEmpty();
  }

  @Test
  void what_a_commit_changes_is_forgotten_before_it_can_be_seen() {
    cache.view().keep(Map.of(1L, "one", 2L, "two"));
    RowCache<Long, String>.CacheView before = cache.view();
    cache.changing(Set.of(1L));
    assertThat(before.known(List.of(1L, 2L))).isEqualTo(Map.of(2L, "two"));
    assertThat(cache.view().known(List.of(1L, 2L))).isEqualTo(Map.of(2L, "two"));
  }

  @Test
  void what_a_commit_changes_may_be_all_of_a_kind() {
    cache.view().keep(Map.of(1L, "one", 2L, "two", 3L, "three"));
    cache.changing(row -> row.startsWith("t"));
    assertThat(cache.known(List.of(1L, 2L, 3L))).isEqualTo(Map.of(1L, "one"));
  }

  @Test
  void what_was_read_before_or_during_a_commit_is_not_kept() {
    RowCache<Long, String>.CacheView before = cache.view();
    cache.changing(Set.of(1L));
    RowCache<Long, String>.CacheView during = cache.view();
    before.keep(Map.of(1L, "old"));
    during.keep(Map.of(1L, "old"));
    cache.changed();
    before.keep(Map.of(1L, "old"));
    during.keep(Map.of(1L, "old"));
    assertThat(cache.view().known(List.of(1L))).isEmpty();
  }

  @Test
  void a_transaction_that_began_before_a_commit_does_not_know_what_came_of_it() {
    RowCache<Long, String>.CacheView before = cache.view();
    cache.changing(Set.of(1L));
    cache.changed();
    RowCache<Long, String>.CacheView after = cache.view();
    after.keep(Map.of(1L, "new"));
    assertThat(before.known(List.of(1L))).isEmpty();
    assertThat(after.known(List.of(1L))).isEqualTo(Map.of(1L, "new"));
  }

  @Test
  void what_is_known_without_a_transaction_is_known_during_a_commit_of_other_rows() {
    cache.view().keep(Map.of(1L, "one", 2L, "two"));
    cache.changing(Set.of(1L));
    assertThat(cache.known(List.of(1L, 2L))).isEqualTo(Map.of(2L, "two"));
  }

  @Test
  void a_view_is_current_until_something_is_committed() {
    RowCache<Long, String>.CacheView view = cache.view();
    assertThat(view.isCurrent()).isTrue();
    cache.changing(Set.of(1L));
    assertThat(view.isCurrent()).isFalse();
    cache.changed();
    assertThat(view.isCurrent()).isFalse();
    assertThat(cache.view().isCurrent()).isTrue();
  }

  @Test
  void once_closed_it_knows_nothing() {
    RowCache<Long, String>.CacheView view = cache.view();
    view.keep(Map.of(1L, "one"));
    cache.close();
    cache.changed();
    view.keep(Map.of(2L, "two"));
    cache.view().keep(Map.of(2L, "two"));
    assertThat(cache.known(List.of(1L, 2L))).isEmpty();
  }

  @Test
  void after_a_commit_of_unknown_outcome_nothing_is_kept_until_another_succeeds() {
    cache.changing(Set.of(1L));
    cache.view().keep(Map.of(1L, "one"));
    cache.changing(Set.of(2L));
    cache.view().keep(Map.of(1L, "one"));
    assertThat(cache.view().known(List.of(1L))).isEmpty();
    cache.changed();
    cache.view().keep(Map.of(1L, "one"));
    assertThat(cache.view().known(List.of(1L))).isEqualTo(Map.of(1L, "one"));
  }

  @Test
  void no_more_is_kept_than_there_is_room_for() {
    for (long rid = 0; rid < 1_000; rid++) {
      cache.view().keep(Map.of(rid, "0123456789"));
    }
    long known =
        LongStream.range(0, 1_000)
            .filter(rid -> !cache.view().known(List.of(rid)).isEmpty())
            .count();
    assertThat(known).isBetween(1L, 100L);
  }
}
