package dev.membrane.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.keys.KeyException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FaultLogTest {

  private static final String PLACE = "the commit";

  private final List<String> first = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final List<String> lines = new ArrayList<>();
  private final FaultLog faults = new FaultLog(lines::add, lines::add, nanos::get);

  @Test
  void a_failure_that_lasts_is_told_once_and_then_counted_by_the_minute() {
    for (int second = 0; second < 150; second++) {
      fail(PLACE, "disk full");
      pass(1);
    }

    assertThat(first).containsExactly("disk full");
    assertThat(lines)
        .containsExactly(
            "the commit failed 60 more times: java.lang.IllegalStateException: disk full",
            "the commit failed 60 more times: java.lang.IllegalStateException: disk full");
  }

  @Test
  void that_it_works_again_is_said_once() {
    fail(PLACE, "disk full");
    fail(PLACE, "disk full");
    pass(5);
    faults.works(PLACE);
    faults.works(PLACE);

    assertThat(lines).containsExactly("the commit works again, it had failed 2 times");
    fail(PLACE, "disk full");
    assertThat(first).hasSize(2);
  }

  @Test
  void once_is_once() {
    fail(PLACE, "disk full");
    pass(61);
    fail(PLACE, "disk full");
    pass(61);
    faults.works(PLACE);
    fail("the read", "broken");
    pass(5);
    faults.works("the read");

    assertThat(lines)
        .containsExactly(
            "the commit failed once more: java.lang.IllegalStateException: disk full",
            "the commit works again, it had failed 2 times",
            "the read works again, it had failed once");
  }

  /** As a database that stops: calls lose their connection, then they get none. */
  @Test
  void that_it_works_again_is_said_once_of_several_failures_too() {
    refuse("the database cannot be written", "SQLState 57P01", new IllegalStateException());
    pass(3);
    refuse("the database cannot be reached", "SQLState 08001", new IllegalStateException());
    refuse("the database cannot be reached", "SQLState 08001", new IllegalStateException());
    pass(3);
    faults.works(PLACE);
    assertThat(lines).isEmpty();
    pass(3);
    faults.works(PLACE);
    faults.works(PLACE);

    assertThat(lines).containsExactly("the commit works again, it had failed 3 times");
  }

  @Test
  void that_it_works_again_is_said_with_the_names_of_what_failed() {
    assertThat(named("id-1")).isEqualTo("id-1");
    assertThat(faults.named(PLACE, new IllegalArgumentException(), () -> "id-2")).isEqualTo("id-2");
    pass(5);
    faults.works(PLACE);

    assertThat(lines).containsExactly("the commit (id-1, id-2) works again, it had failed 2 times");
  }

  @Test
  void a_failure_that_comes_and_goes_is_not_told_anew_each_time() {
    for (int i = 0; i < 100; i++) {
      fail(PLACE, "flickers");
      faults.works(PLACE);
    }

    assertThat(first).hasSize(1);
    assertThat(lines).isEmpty();
  }

  @Test
  void what_works_elsewhere_ends_no_failure() {
    fail(PLACE, "disk full");
    pass(60);
    faults.works("reading");

    assertThat(lines).isEmpty();
    fail(PLACE, "disk full");
    assertThat(first).hasSize(1);
  }

  @Test
  void another_kind_of_failure_is_told_too() {
    fail(PLACE, "disk full");
    faults.failed(PLACE, new IllegalArgumentException("bug"), () -> first.add("bug"));

    assertThat(first).containsExactly("disk full", "bug");
  }

  @Test
  void a_message_with_the_id_of_a_request_is_no_other_failure() {
    for (int request = 0; request < 100; request++) {
      KeyException away = KeyException.unavailable("throttled (request " + request + ")", null);
      refuse(String.valueOf(away.getMessage()), "", away);
    }

    assertThat(first).containsExactly("throttled (request 0)");
  }

  @Test
  void another_code_of_a_store_is_another_failure() {
    IllegalStateException driver = new IllegalStateException();
    for (String code : List.of("SQLState 23514", "SQLState 53100", "SQLState 53100")) {
      refuse("the database cannot be written", code, driver);
    }

    assertThat(first)
        .containsExactly(
            "the database cannot be written (SQLState 23514)",
            "the database cannot be written (SQLState 53100)");
  }

  private void refuse(String message, String code, Throwable cause) {
    StoreUnavailableException lost = new StoreUnavailableException(message, code, cause);
    faults.failed(PLACE, lost, () -> first.add(lost.getMessage()));
  }

  @Test
  void a_name_is_the_one_under_which_the_first_stands_in_the_log() {
    assertThat(named("id-1")).isEqualTo("id-1");
    assertThat(named("id-2")).isEqualTo("id-1");
    pass(61);
    assertThat(named("id-3")).isEqualTo("id-1");

    assertThat(lines)
        .containsExactly(
            "the commit (id-1) failed 2 more times: java.lang.IllegalStateException: broken");
  }

  @Test
  void a_slow_log_of_one_place_holds_up_no_other() {
    faults.failed(
        PLACE,
        new IllegalStateException("disk full"),
        () ->
            CompletableFuture.runAsync(() -> fail("reading", "lost"))
                .orTimeout(1, TimeUnit.MINUTES)
                .join());

    assertThat(first).containsExactly("lost");
  }

  private String named(String name) {
    return faults.named(PLACE, new IllegalStateException("broken"), () -> name);
  }

  private void fail(String place, String why) {
    faults.failed(place, new IllegalStateException(why), () -> first.add(why));
  }

  private void pass(long seconds) {
    nanos.addAndGet(seconds * 1_000_000_000);
  }
}
