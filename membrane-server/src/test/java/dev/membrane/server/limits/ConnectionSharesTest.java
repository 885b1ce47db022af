package dev.membrane.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionSharesTest {

  private final List<String> closed = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final ConnectionShares shares = new ConnectionShares(4, nanos::get);

  @Test
  void known_callers_of_an_address_have_half_and_others_the_rest() {
    take("a", "1").keep();
    take("a", "2").keep();
    assertThat(take("a", "3")).isNull();
    take("b", "4").keep();
    take("b", "5").keep();
    assertThat(take("c", "6")).isNull();
    assertThat(closed).isEmpty();
  }

  @Test
  void the_oldest_unknown_caller_of_an_address_leaves_its_place_to_a_new_one() {
    take("b", "other");
    take("a", "1");
    take("a", "2");
    take("a", "3");
    assertThat(closed).containsExactly("1");
    take("a", "4").keep();
    take("a", "5");
    take("a", "6");
    assertThat(closed).containsExactly("1", "2", "3", "5");
  }

  @Test
  void an_address_without_its_share_takes_the_place_of_any_unknown_caller() {
    take("a", "1").keep();
    take("a", "2");
    take("b", "3");
    take("b", "4");
    take("c", "5");
    assertThat(closed).containsExactly("2");
  }

  @Test
  void a_place_that_was_given_back_is_free_once() {
    ConnectionPlace first = take("a", "1");
    take("a", "2").keep();
    first.give();
    first.give();
    take("a", "3").keep();
    assertThat(closed).isEmpty();
    assertThat(take("a", "4")).isNull();
  }

  @Test
  void the_end_of_a_connection_that_left_its_place_frees_nothing() {
    ConnectionPlace first = take("a", "1");
    take("a", "2").keep();
    take("a", "3").keep();
    first.give();
    first.keep();
    assertThat(closed).containsExactly("1");
    assertThat(take("a", "4")).isNull();
  }

  @Test
  void a_flood_is_refused_but_for_some_in_a_second() {
    for (int second = 1; second <= 2; second++) {
      for (int i = 0; i < 1_000; i++) {
        take("a", "flood");
      }
      assertThat(closed).hasSize(second * 50);
      nanos.addAndGet(1_000_000_000);
    }
    assertThat(take("a", "known")).isNotNull();
  }

  private ConnectionPlace take(String address, String connection) {
    return shares.take(address, () -> closed.add(connection));
  }
}
