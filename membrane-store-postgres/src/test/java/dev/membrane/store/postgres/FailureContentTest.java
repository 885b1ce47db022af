package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;

/** What fails is logged, so a failure has nothing of what was to be remembered, or asked for. */
final class FailureContentTest {

  private static final ObservationRequest REQUEST =
      ObservationRequest.builder()
          .source("agent")
          .subject("user")
          .predicate("likes")
          .object(new JsonString("hunter2"))
          .options(IngestOptions.NONE.scope("acme"))
          .build();

  @Test
  void a_record_that_the_database_refuses_is_not_in_the_failure() {
    PostgresConfig config = TestDatabase.fresh();
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      TestDatabase.run(
          config, "ALTER TABLE document ADD CONSTRAINT nope CHECK (length < 0) NOT VALID");
      assertThatThrownBy(() -> membrane.ingestion().observe(REQUEST))
          .isInstanceOf(StoreUnavailableException.class)
          .satisfies(
              failure ->
                  assertThat(Throwables.getStackTrace(failure))
                      .contains("violates check constraint")
                      .doesNotContain("hunter2"));
    }
  }

  @Test
  void another_refusal_of_the_database_is_told_too() {
    PostgresConfig config = TestDatabase.fresh();
    List<String> told = new ArrayList<>();
    FaultLog faults = new FaultLog(told::add, told::add);
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      TestDatabase.run(
          config, "ALTER TABLE document ADD CONSTRAINT nope CHECK (length < 0) NOT VALID");
      fail(membrane, faults, told);
      TestDatabase.run(config, "ALTER TABLE document DROP CONSTRAINT nope");
      TestDatabase.run(config, "ALTER TABLE document ADD COLUMN needed integer NOT NULL");
      fail(membrane, faults, told);
      fail(membrane, faults, told);
    }
    assertThat(told)
        .containsExactly(
            "the database cannot be written (SQLState 23514)",
            "the database cannot be written (SQLState 23502)");
  }

  private static void fail(Memory membrane, FaultLog faults, List<String> told) {
    Throwable thrown = catchThrowable(() -> membrane.ingestion().observe(REQUEST));
    faults.failed("ingesting", thrown, () -> told.add(thrown.getMessage()));
  }

  @Test
  void what_was_asked_for_is_not_in_the_failure_of_a_read() {
    PostgresConfig config = TestDatabase.fresh();
    try (PostgresStore store = PostgresStore.open(config)) {
      TestDatabase.run(config, "ALTER TABLE key RENAME TO gone");
      assertThatThrownBy(() -> store.keys("hunter2", "", 10))
          .isInstanceOf(StoreUnavailableException.class)
          .satisfies(
              failure ->
                  assertThat(Throwables.getStackTrace(failure))
                      .contains("does not exist")
                      .doesNotContain("hunter2"));
    }
  }
}
