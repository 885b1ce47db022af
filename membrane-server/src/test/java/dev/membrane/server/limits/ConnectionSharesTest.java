package dev.membrane.server.limits;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import dev.membrane.server.limits.ConnectionShares.OpenConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionSharesTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<String> closed = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Two are for those that are not known; of the rest an address has three, a caller two. */
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
    assertThat(closed).containsExactly("2");

    moves("4");
    work.get(0).run();
    nanos.addAndGet(10 * SECOND - 1);
    moves("3");
    moves("4");
    assertThat(take("a", "5").keep("three")).isFalse();
    nanos.addAndGet(1);
    takeAll("three", "6");
    assertThat(closed).containsExactly("2", "5", "1");
  }

  @Test
  void nobody_within_its_share_loses_what_does_not_rest() {
    takeAll("one", "1", "2");
    takeAll("two", "3");
    nanos.addAndGet(10 * SECOND - 1);
    assertThat(take("a", "4").keep("three")).isFalse();
    moves("1");
    nanos.addAndGet(1);
    assertThat(take("a", "5").keep("three")).isTrue();
    assertThat(closed).containsExactly("4", "2");
  }

  @Test
  void a_caller_over_its_share_takes_nothing_of_others() {
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
