package dev.membrane.store.postgres.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.TestDatabase;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Those who wait for their turn do not wait for a lost database one after the other. */
final class HeldConnectionTest {

  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE);
  private final HeldConnection held =
      new HeldConnection(TestDatabase.of(TestDatabase.fresh()), "the list", nanoTime::get);

  @Test
  void a_database_that_was_long_in_failing_is_left_alone_for_a_second() {
    fail(5_000);
    assertThatThrownBy(this::ask)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the list could not be read a moment ago");
    pass(999);
    assertThatThrownBy(this::ask).isInstanceOf(StoreUnavailableException.class);
    pass(1);
    assertThat(ask()).isEqualTo("answer");
  }

  @Test
  void one_that_fails_at_once_is_asked_again() {
    fail(999);
    assertThat(ask()).isEqualTo("answer");
  }

  @Test
  void what_it_commits_is_on_the_disk() {
    String dsn = TestDatabase.database() + "?options=-c%20synchronous_commit%3Doff";
    try (HeldConnection other = new HeldConnection(TestDatabase.of(PostgresConfig.of(dsn)), "it")) {
      assertThat(other.<String>with(open -> Database.text(open, "SHOW synchronous_commit")))
          .isEqualTo("on");
    }
  }

  private void fail(long millis) {
    assertThatThrownBy(
            () ->
                held.with(
                    open -> {
                      pass(millis);
                      throw new SQLException("lost", "08006");
                    }))
        .hasMessage("the list cannot be read (SQLState 08006)");
  }

  private @Nullable String ask() {
    return held.with(open -> "answer");
  }

  private void pass(long millis) {
    nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
