package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.ClosedException;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.TaskState;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Who calls, and with what. */
interface CallerContract extends MembraneUnderTest {

  @Test
  default void a_caller_does_no_more_than_they_may() {
    String go = fact("Go");
    Caller reader = Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.RETRIEVE));
    Memory reading = membrane().as(reader);
    assertThat(reading.retrieval().byId(go).id()).isEqualTo(go);
    assertDenied(() -> reading.ingestion().observe("bob", "user", "prefers", "C"));
    assertDenied(() -> reading.revision().retract(go, ""));
    assertDenied(() -> reading.revision().reinforce(go, ""));
    assertDenied(() -> reading.maintenance().consolidate());
    assertDenied(() -> reading.maintenance().consolidateAgain("semantic", null));
    assertDenied(() -> reading.metrics());
    assertDenied(() -> reading.maintenance().jobs());
    assertDenied(() -> reading.maintenance().prune());
    Memory writing = membrane().as(reader.permitted(Set.of(Permission.INGEST)));
    assertDenied(() -> writing.retrieval().byId(go));
    assertDenied(() -> writing.audit().of(go));
    assertDenied(() -> writing.listing().records(ListRecordsRequest.builder().build()));
  }

  @Test
  default void who_may_only_write_is_shown_headers_of_what_they_write() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE));
    ann.ingestion().event(event("1").episode("run").build());
    String ended = ann.ingestion().event(event("1").build()).id();
    Memory hook =
        membrane().as(Caller.named("hook").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    EventRequest appended = event("2").episode("run").idempotencyKey("once").build();
    ToolOutputRequest call =
        ToolOutputRequest.builder().source("hook").toolName("ls").episode("run").build();
    OutcomeRequest outcome = OutcomeRequest.of("hook", ended, OutcomeStatus.SUCCESS);
    RecordRequest full = RecordRequest.of("hook", draft("Go"));
    WorkingStateRequest state =
        WorkingStateRequest.builder()
            .source("hook")
            .threadId("t")
            .state(TaskState.EXECUTING)
            .build();

    assertThat(hook.ingestion().event(appended).record()).isInstanceOf(RedactedRecord.class);
    assertThat(hook.ingestion().toolOutput(call).record()).isInstanceOf(RedactedRecord.class);
    assertThat(hook.ingestion().outcome(outcome).record()).isInstanceOf(RedactedRecord.class);
    for (IngestRequest item : List.of(appended, call, outcome, full, state, event("3").build())) {
      assertThat(hook.ingestion().batch(List.of(item)).get(0).get().record())
          .isInstanceOf(RedactedRecord.class);
    }
    assertThat(ann.ingestion().event(event("4").episode("run").build()).record().full())
        .as("of who may read, too")
        .isPresent();
  }

  @Test
  default void a_field_that_is_denied_is_named() {
    String go = fact("Go");
    Memory hook =
        membrane().as(Caller.named("hook").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    LifecycleDraft pinned = LifecycleDraft.builder().pinned(true).build();
    LifecycleDraft never = LifecycleDraft.builder().deletionPolicy(DeletionPolicy.NEVER).build();
    Relation relation = new Relation("supersedes", go, null, null);
    RecordDraft.Builder draft = draft("Rust").toBuilder();
    assertDenied("salience", hook, full(draft.salience(2.0).build()));
    draft.salience(null);
    assertDenied("lifecycle.pinned", hook, full(draft.lifecycle(pinned).build()));
    assertDenied("lifecycle.deletion_policy", hook, full(draft.lifecycle(never).build()));
    draft.lifecycle(null);
    assertDenied("id", hook, full(draft.id(go).build()));
    draft.id(null);
    assertDenied("relations[0].predicate", hook, full(draft.relations(List.of(relation)).build()));
    ObservationRequest fact =
        ObservationRequest.builder()
            .source("hook")
            .subject("user")
            .predicate("prefers")
            .object("C")
            .onConflict(OnConflict.REPLACE)
            .build();
    assertDenied("on_conflict", hook, fact);
    OutcomeRequest outcome =
        OutcomeRequest.builder()
            .source("hook")
            .targetRecordId(project().ingestion().event(event("1").build()).id())
            .status(OutcomeStatus.SUCCESS)
            .usedRecordIds(List.of(go))
            .build();
    assertDenied("used_record_ids", hook, outcome);
    Memory anywhere = membrane().as(Caller.named("any").permitted(Set.of(Permission.INGEST)));
    assertDenied("scope", anywhere, event("2").unscoped().build());
  }

  private static RecordRequest full(RecordDraft draft) {
    return RecordRequest.of("hook", draft);
  }

  /** By itself, as one of several, and as what refuses them all. */
  private static void assertDenied(String field, Memory caller, IngestRequest request) {
    List<IngestRequest> items = List.of(request);
    assertThat(caller.ingestion().batch(items).get(0).failure().orElseThrow())
        .isInstanceOfSatisfying(
            AccessDeniedException.class, denied -> assertThat(denied.field()).isEqualTo(field));
    Expected.refusal(AccessDeniedException.class, () -> caller.ingestion().allOrNothing(items))
        .satisfies(denied -> assertThat(denied.field()).isEqualTo("items[0]." + field));
    if (request instanceof RecordRequest full) {
      Expected.refusal(AccessDeniedException.class, () -> caller.ingestion().record(full))
          .satisfies(denied -> assertThat(denied.field()).isEqualTo(field));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller without null checks may do.
  default void null_is_refused_with_the_name_of_what_is_missing() {
    assertNull("caller", () -> membrane().as(null));
    assertNull("request", () -> project().ingestion().event(null));
    assertNull("request", () -> project().ingestion().outcome(null));
    assertNull("request", () -> project().ingestion().record(null));
    assertNull("request", () -> project().retrieval().retrieve((RetrieveRequest) null));
    assertNull("id", () -> project().retrieval().byId(null));
    assertNull("trust", () -> project().retrieval().byId("id", null));
    assertNull("request", () -> project().retrieval().episode(null));
    assertNull("episode", () -> project().revision().deleteEpisode(null, null, ""));
    assertNull("rationale", () -> project().revision().retract("id", null));
    assertNull("successor", () -> project().revision().supersede("id", null, ""));
    assertNull("ids", () -> project().revision().merge(null, draft("Go"), ""));
    List<String> none = Collections.singletonList(null);
    assertNull("ids[0]", () -> project().revision().merge(none, draft("Go"), ""));
    assertNull("request", () -> project().revision().erase(null));
    assertNull("id", () -> project().revision().reinforce(null, ""));
    assertNull("id", () -> project().audit().of(null));
    assertNull("trust", () -> project().audit().under(null));
    assertNull("request", () -> project().listing().records(null));
    assertNull("request", () -> project().listing().skills(null));
    assertNull("source", () -> EventRequest.builder().source(null));
    assertNull("scope", () -> IngestOptions.NONE.scope(null));
  }

  @Test
  default void after_the_end_every_call_says_so() {
    Memory nobody = membrane().as(Caller.named("eve").permitted(Set.of()));
    membrane().close();
    List<ThrowingCallable> calls =
        List.of(
            () -> nobody.ingestion().event(event("1").build()),
            () -> nobody.retrieval().byId("id"),
            () -> nobody.revision().retract("id", ""),
            () -> nobody.maintenance().prune(),
            () -> nobody.listing().scopes(PageRequest.FIRST),
            () -> fact("Go"),
            () -> project().ingestion().stream(answer -> {}),
            () -> project().retrieval().retrieve("what?"),
            () -> project().retrieval().byId("id"),
            () -> project().revision().retract("id", ""),
            () -> project().revision().delete("id", ""),
            () -> project().revision().deleteEpisode("chat", ""),
            () -> project().retrieval().episode(RetrieveEpisodeRequest.of("chat")),
            () -> project().revision().reinforce("id", ""),
            () -> membrane().maintenance().consolidate(),
            () -> membrane().maintenance().prune(),
            () -> membrane().audit().of("id"),
            () -> membrane().metrics(),
            () -> membrane().check());
    for (ThrowingCallable call : calls) {
      Expected.refusal(ClosedException.class, call).isInstanceOf(MembraneException.class);
    }
  }

  @Test
  default void a_call_that_is_under_way_at_the_end_says_so() {
    Caller closing =
        Caller.named("ann")
            .in(SCOPE)
            .waitingUntil(
                () -> {
                  membrane().close();
                  return false;
                });
    Expected.refusal(
        ClosedException.class, () -> membrane().as(closing).retrieval().retrieve("what?"));
  }

  @Test
  default void a_stream_that_is_open_at_the_end_says_so() {
    IngestStream open = project().ingestion().stream(answer -> {});
    membrane().close();
    Expected.refusal(
        ClosedException.class,
        () -> {
          for (int i = 0; i < 1_000; i++) {
            open.send(event("1").build());
          }
          open.close();
        });
  }

  /** A container closes whatever it made that can be closed. */
  @Test
  default void what_a_caller_reaches_cannot_be_closed() {
    assertThat(project()).isNotInstanceOf(AutoCloseable.class);
    assertThat(project().as(Caller.named("bob"))).isNotInstanceOf(AutoCloseable.class);
  }

  @Test
  default void who_waits_no_longer_gets_no_answer() {
    String go = fact("Go");
    Memory gone = membrane().as(Caller.named("ann").in(SCOPE).waitingUntil(() -> true));
    List<ThrowingCallable> calls =
        List.of(
            () -> gone.retrieval().retrieve("what?"),
            () -> gone.retrieval().byId(go),
            () -> gone.listing().records(ListRecordsRequest.builder().build()),
            () -> gone.ingestion().observe("ann", "user", "prefers", "Rust"));
    for (ThrowingCallable call : calls) {
      Expected.refusal(CancelledException.class, call);
    }
    assertThat(membrane().metrics().totalRecords()).isEqualTo(1);
  }

  private static void assertNull(String name, ThrowingCallable call) {
    Expected.refusal(NullPointerException.class, call).hasMessage(name);
  }
}
