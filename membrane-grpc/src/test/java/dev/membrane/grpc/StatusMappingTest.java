package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.CancelledException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import io.grpc.Context;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class StatusMappingTest {

  private static final String METHOD = "membrane.v1.MembraneService/IngestEvent";
  private static final String SECRET = "/var/secret/path";

  private final StatusMapping statuses = new StatusMapping(() -> "id-1");

  @Test
  void errors_of_the_engine_keep_their_text() {
    assertStatus(
        new ValidationException("ref", "is bad"),
        Status.Code.INVALID_ARGUMENT,
        "validation error for ref: is bad");
    assertStatus(new NotFoundException("gone"), Status.Code.NOT_FOUND, "gone");
    assertStatus(new AccessDeniedException("no"), Status.Code.PERMISSION_DENIED, "no");
    assertStatus(new QuotaExceededException("full"), Status.Code.RESOURCE_EXHAUSTED, "full");
    assertStatus(new AlreadyExistsException("twice"), Status.Code.ALREADY_EXISTS, "twice");
    assertStatus(
        new FailedPreconditionException("too late"), Status.Code.FAILED_PRECONDITION, "too late");
  }

  @Test
  void a_damaged_record_is_named_without_what_is_stored_of_it() {
    assertStatus(
        new UnreadableRecordException("id-2", new IllegalStateException(SECRET)),
        Status.Code.DATA_LOSS,
        "record id-2 is damaged and cannot be read");
  }

  @Test
  void a_damaged_scope_is_named_with_the_reason() {
    assertStatus(
        new UnreadableScopeException("home", "its head is damaged", false, null),
        Status.Code.DATA_LOSS,
        "scope home cannot be written: its head is damaged");
    assertStatus(
        new UnreadableScopeException(null, "it needs another key", true, null),
        Status.Code.FAILED_PRECONDITION,
        "what has no scope cannot be written: it needs another key");
  }

  @Test
  void work_that_nobody_waits_for_is_no_fault() {
    assertThat(statuses.of(METHOD, new CancelledException()).getCode())
        .isEqualTo(Status.Code.CANCELLED);
    Context.CancellableContext late = Context.current().withCancellation();
    late.cancel(new TimeoutException("late"));
    late.run(
        () ->
            assertThat(statuses.of(METHOD, new CancelledException()).getCode())
                .isEqualTo(Status.Code.DEADLINE_EXCEEDED));
  }

  @Test
  void faults_of_the_server_are_not_told() {
    assertStatus(
        new StoreUnavailableException(SECRET, new IllegalStateException(SECRET)),
        Status.Code.UNAVAILABLE,
        "the store is unavailable, try again later");
    for (Throwable fault :
        new Throwable[] {
          new IllegalStateException(SECRET),
          new IllegalArgumentException(SECRET),
          new StackOverflowError(SECRET),
          Status.NOT_FOUND.withDescription(SECRET).asRuntimeException(),
          Status.UNKNOWN.withDescription(SECRET).asRuntimeException()
        }) {
      assertStatus(fault, Status.Code.INTERNAL, "internal error id-1");
    }
  }

  @Test
  void a_long_text_is_clipped_between_code_points_so_that_it_fits_into_a_header() {
    Status status = statuses.of(METHOD, new NotFoundException("🦊".repeat(10_000)));

    assertThat(status.getDescription()).isEqualTo("🦊".repeat(500) + "…");
  }

  @Test
  void a_text_that_ends_in_a_blank_arrives() {
    assertThat(statuses.of(METHOD, new NotFoundException("no such thing: \t ")).getDescription())
        .isEqualTo("no such thing:");
    try (TestServer server = TestServer.start()) {
      Status status =
          Refusals.refusalOf(
              () -> server.client().ingestEvent(event().toBuilder().setTimestamp("soon ").build()));
      assertThat(status.getDescription())
          .isEqualTo(
              "invalid timestamp: \"soon \" in timestamp"
                  + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z");
    }
  }

  @Test
  void a_long_text_arrives() {
    try (TestServer server = TestServer.start()) {
      Status status =
          Refusals.refusalOf(
              () ->
                  server
                      .client()
                      .ingestEvent(event().toBuilder().setSensitivity("🦊".repeat(9_000)).build()));
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void an_unavailable_store_is_unavailable_to_the_caller() {
    HookedStore store = new HookedStore();
    store.beforeCommit(
        () -> {
          throw new StoreUnavailableException(SECRET, new IllegalStateException(SECRET));
        });
    try (TestServer server = TestServer.start(store, Map.of())) {
      assertRefused(
          () -> server.client().ingestEvent(event()),
          Status.Code.UNAVAILABLE,
          "the store is unavailable, try again later");
    }
  }

  @Test
  void an_internal_error_leads_to_its_line_in_the_log_and_tells_nothing_else() {
    HookedStore store = new HookedStore();
    store.beforeCommit(
        () -> {
          throw new AssertionError(SECRET);
        });
    try (LogCapture log = new LogCapture("dev.membrane.protocol");
        TestServer server = TestServer.start(store, Map.of())) {
      Status status = Refusals.refusalOf(() -> server.client().ingestEvent(event()));

      assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
      assertThat(status.getDescription()).matches("internal error [0-9a-f]{16}");
      assertThat(log.lines())
          .anyMatch(line -> line.contains(status.getDescription()) && line.contains(SECRET));
    }
  }

  @Test
  void a_store_that_stays_unavailable_is_logged_once_and_not_for_each_call() {
    HookedStore store = new HookedStore();
    store.beforeCommit(
        () -> {
          throw new StoreUnavailableException("lost", new IllegalStateException("why"));
        });
    try (LogCapture log = new LogCapture("dev.membrane.protocol");
        TestServer server = TestServer.start(store, Map.of())) {
      for (int i = 0; i < 50; i++) {
        Refusals.refusalOf(() -> server.client().ingestEvent(event()));
      }
      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .singleElement()
          .asString()
          .contains("IngestEvent failed: lost: why")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void the_server_goes_on_after_an_internal_error() {
    HookedStore store = new HookedStore();
    store.beforeCommit(
        () -> {
          throw new AssertionError(SECRET);
        });
    try (TestServer server = TestServer.start(store, Map.of())) {
      for (int i = 0; i < 100; i++) {
        Refusals.refusalOf(() -> server.client().ingestEvent(event()));
      }
      store.beforeCommit(() -> {});
      assertThat(server.client().ingestEvent(event()).getRecord().isEmpty()).isFalse();
    }
  }

  private void assertStatus(Throwable thrown, Status.Code code, String text) {
    Status status = statuses.of(METHOD, thrown);
    assertThat(status.getCode()).isEqualTo(code);
    assertThat(status.getDescription()).isEqualTo(text);
    assertThat(status.getCause()).isNull();
  }

  private static IngestEventRequest event() {
    return IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();
  }
}
