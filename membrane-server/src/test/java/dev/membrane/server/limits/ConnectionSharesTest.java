package dev.membrane.server.limits;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import dev.membrane.server.limits.ConnectionShares.OpenConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSharesTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<String> closed = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Two are for those that are not known; of the rest an address has three. */
  private final ConnectionShares shares = new ConnectionShares(8, nanos::get);

  private final Map<String, Long> movedAt = new HashMap<>();

  @Test
  void the_oldest_unknown_caller_of_an_address_leaves_its_place_to_a_new_one() {
    take("b", "other");
    for (int i = 1; i <= 5; i++) {
      take("a", "a" + i);
    }
    assertThat(closed).containsExactly("a1");
    assertThat(take("a", "known").keep("one")).isTrue();
    take("a", "a6");
    take("a", "a7");
    take("a", "a8");
    take("a", "a9");
    assertThat(closed).containsExactly("a1", "a2", "a3", "a4", "a5", "a6");
  }

  @Test
  void an_address_without_its_share_takes_the_place_of_any_unknown_caller() {
    assertThat(take("a", "1").keep("one")).isTrue();
    take("a", "2");
    for (int i = 3; i <= 8; i++) {
      take("b" + i % 2, String.valueOf(i));
    }
    take("c", "9");
    assertThat(closed).containsExactly("2");
  }

  @Test
  void known_callers_leave_an_eighth_to_those_who_have_not_shown_a_key_yet() {
    List<Boolean> kept = new ArrayList<>();
    for (String caller : List.of("one", "two", "three", "four")) {
      kept.add(take("a", caller).keep(caller));
    }
    for (String caller : List.of("five", "six", "seven", "eight")) {
      kept.add(take("b", caller).keep(caller));
    }
    assertThat(kept).containsExactly(true, true, true, false, true, true, true, false);
    take("c", "new");
    assertThat(closed).containsExactly("four");
  }

  @Test
  void a_caller_alone_may_have_all_and_gives_the_quietest_to_another() {
    takeAll("one", "1", "2", "3");
    nanos.addAndGet(SECOND);
    moves("1");
    moves("3");
    assertThat(take("a", "4").keep("one")).isFalse();
    assertThat(closed).isEmpty();
    assertThat(take("a", "5").keep("another")).isTrue();
    assertThat(closed).containsExactly("4", "2");
  }

  @Test
  void what_is_worked_for_leaves_after_what_is_not() {
    List<Runnable> work = new ArrayList<>();
    List<ConnectionPlace> own = takeAll("one", "1", "2", "3");
    own.get(0).working(work::add).execute(() -> {});
    nanos.addAndGet(SECOND);
    moves("2");
    moves("3");
    nanos.addAndGet(60 * SECOND);
    moves("3");
    takeAll("two", "4");
    takeAll("three", "5");
    assertThat(closed).containsExactly("2", "3");

    moves("4");
    moves("5");
    work.get(0).run();
    nanos.addAndGet(10 * SECOND - 1);
    moves("4");
    moves("5");
    assertThat(take("a", "6").keep("four")).isFalse();
    nanos.addAndGet(1);
    takeAll("four", "7");
    assertThat(closed).containsExactly("2", "3", "6", "1");
  }

  @Test
  void nobody_with_as_few_as_the_other_loses_what_does_not_rest() {
    takeAll("one", "1");
    takeAll("two", "2");
    takeAll("three", "3");
    nanos.addAndGet(10 * SECOND - 1);
    assertThat(take("a", "4").keep("four")).isFalse();
    moves("1");
    moves("3");
    nanos.addAndGet(1);
    assertThat(take("a", "5").keep("four")).isTrue();
    assertThat(closed).containsExactly("4", "2");
  }

  @Test
  void a_caller_takes_nothing_of_those_who_have_fewer() {
    takeAll("one", "1", "2");
    takeAll("two", "3");
    nanos.addAndGet(60 * SECOND);
    assertThat(take("a", "4").keep("one")).isTrue();
    moves("2");
    moves("4");
    assertThat(take("a", "5").keep("one")).isFalse();
    assertThat(closed).containsExactly("1");
  }

  @Test
  void a_connection_belongs_to_the_caller_of_its_first_call() {
    List<ConnectionPlace> own = takeAll("one", "1", "2", "3");
    assertThat(own.get(0).keep("two")).isTrue();
    assertThat(take("a", "4").keep("two")).isTrue();
    assertThat(take("a", "5").keep("two")).isFalse();
    assertThat(closed).containsExactly("1");
  }

  @Test
  void a_place_that_was_given_back_is_free_once() {
    List<ConnectionPlace> own = takeAll("one", "1", "2", "3");
    own.get(0).give();
    own.get(0).give();
    takeAll("one", "4");
    assertThat(take("a", "5").keep("one")).isFalse();
    assertThat(closed).isEmpty();
  }

  @Test
  void the_end_of_a_connection_that_left_its_place_frees_nothing() {
    List<ConnectionPlace> own = takeAll("one", "1", "2", "3");
    takeAll("two", "4");
    assertThat(closed).containsExactly("1");
    own.get(0).give();
    assertThat(own.get(0).keep("one")).isTrue();
    assertThat(take("a", "5").keep("one")).isFalse();
  }

  @Test
  void a_flood_is_refused_but_for_some_in_a_second() {
    for (int second = 1; second <= 2; second++) {
      for (int i = 0; i < 1_000; i++) {
        shares.take("a", connection("flood"));
      }
      assertThat(closed).hasSize(second * 50);
      nanos.addAndGet(SECOND);
    }
    assertThat(shares.take("a", connection("known"))).isNotNull();
  }

  /** Connections that never rest; of half of the places an eighth is left to unknown callers. */
  @ParameterizedTest
  @CsvSource({"128, 2", "128, 7", "128, 55", "1024, 2", "1024, 15"})
  void a_caller_gets_its_part_of_an_address_that_greedy_ones_have_filled(int max, int greedy) {
    ConnectionShares all = new ConnectionShares(max, nanos::get);
    int part = (max - max / 8) / 2 / (greedy + 1);
    for (int i = 0; i < 2 * max; i++) {
      busy(all, "a", "greedy " + i % greedy);
    }
    assertThat(closed).doesNotContain("honest");
    closed.clear();
    for (int i = 0; i < part; i++) {
      assertThat(busy(all, "a", "honest")).isNotNull();
    }
    assertThat(closed).hasSizeGreaterThanOrEqualTo(part);
    for (int i = 0; i < 2 * max; i++) {
      busy(all, "a", "greedy " + i % greedy);
    }
    assertThat(closed).doesNotContain("honest");
  }

  @ParameterizedTest
  @CsvSource({"128, 1", "128, 2", "128, 6", "1024, 3"})
  void who_has_no_more_than_its_part_loses_nothing_to_callers_that_come_and_go(
      int max, int greedy) {
    Random random = new Random(max + greedy);
    ConnectionShares all = new ConnectionShares(max, nanos::get);
    int part = (max - max / 8) / 2 / (greedy + 1);
    Deque<ConnectionPlace> open = new ArrayDeque<>();
    int own = 0;
    for (int step = 0; step < 10_000; step++) {
      if (own < part && random.nextInt(20) == 0) {
        assertThat(busy(all, "a", "honest")).isNotNull();
        own++;
      }
      ConnectionPlace next = busy(all, "a", "greedy " + random.nextInt(greedy));
      if (next != null) {
        open.add(next);
      }
      if (random.nextInt(3) == 0 && !open.isEmpty()) {
        open.remove().give();
      }
    }
    assertThat(own).isEqualTo(part);
    assertThat(closed).doesNotContain("honest");
  }

  @Test
  void who_has_filled_two_addresses_leaves_one_place_to_another_address() {
    for (String address : List.of("a", "b")) {
      for (int i = 0; i < 3; i++) {
        busy(shares, address, "greedy");
      }
    }
    assertThat(busy(shares, "c", "honest")).isNotNull();
    assertThat(closed).containsExactly("greedy");
  }

  /** Each address has 56 places for callers. */
  @Test
  void what_a_caller_has_elsewhere_costs_it_nothing_at_an_address_that_is_full() {
    ConnectionShares all = new ConnectionShares(128, nanos::get);
    for (int i = 0; i < 4; i++) {
      assertThat(busy(all, "a", "honest")).isNotNull();
    }
    for (int i = 0; i < 50; i++) {
      assertThat(busy(all, "b", "honest")).isNotNull();
    }
    for (int i = 0; i < 200; i++) {
      busy(all, "a", "greedy " + i % 3);
    }
    assertThat(closed).isNotEmpty().doesNotContain("honest");
    assertThat(busy(all, "a", "honest")).isNotNull();
  }

  /** A connection on which something moves all the time; null: there was no place for it. */
  private @Nullable ConnectionPlace busy(ConnectionShares all, String address, String caller) {
    nanos.addAndGet(SECOND);
    ConnectionPlace place =
        requireNonNull(
            all.take(
                address,
                new OpenConnection() {
                  @Override
                  public void close() {
                    closed.add(caller);
                  }

                  @Override
                  public long quietNanos() {
                    return 0;
                  }
                }));
    return place.keep(caller) ? place : null;
  }

  private List<ConnectionPlace> takeAll(String caller, String... connections) {
    List<ConnectionPlace> taken = new ArrayList<>();
    for (String connection : connections) {
      ConnectionPlace place = take("a", connection);
      assertThat(place.keep(caller)).isTrue();
      taken.add(place);
    }
    return taken;
  }

  private ConnectionPlace take(String address, String connection) {
    return requireNonNull(shares.take(address, connection(connection)));
  }

  private void moves(String connection) {
    movedAt.put(connection, nanos.get());
  }

  private OpenConnection connection(String name) {
    moves(name);
    return new OpenConnection() {
      @Override
      public void close() {
        closed.add(name);
      }

      @Override
      public long quietNanos() {
        return nanos.get() - requireNonNull(movedAt.get(name));
      }
    };
  }
}
