package dev.membrane.internal.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scopes, tags, threads and keys: equal in NFC is one, and nothing in them is invisible. */
class IdentifiersTest {

  private static final IngestOptions NONE = IngestOptions.NONE;
  private static final String COMPOSED = "caf\u00e9";
  private static final String DECOMPOSED = "cafe\u0301";

  private final EngineFixture house = new EngineFixture();

  @Test
  void a_record_is_found_by_either_form_of_its_scope_and_tag_and_keeps_one() {
    for (String form : List.of(COMPOSED, DECOMPOSED)) {
      IngestOptions options = NONE.scope(form).tags(List.of(form, COMPOSED, DECOMPOSED));
      MemoryRecord record =
          EngineFixture.full(house.service.record(EngineFixture.event("r", options)));
      assertThat(record.scope()).isEqualTo(COMPOSED);
      assertThat(record.tags()).containsExactly(COMPOSED);
    }
    for (String form : List.of(COMPOSED, DECOMPOSED)) {
      assertThat(found(ask -> ask.tags(List.of(form)), form)).hasSize(2);
    }
    assertThat(found(ask -> ask, "cafe")).isEmpty();
  }

  @Test
  void a_thread_has_one_current_snapshot_whatever_the_form_of_its_name() {
    house.service.record(state(COMPOSED));
    MemoryRecord current = EngineFixture.full(house.service.record(state(DECOMPOSED)));
    assertThat(((WorkingPayload) current.payload()).threadId()).isEqualTo(COMPOSED);
    assertThat(current.relations()).hasSize(1);
    assertThat(found(ask -> ask.threadId(DECOMPOSED))).containsExactly(current.id());
    assertThat(found(ask -> ask.threadId(COMPOSED))).containsExactly(current.id());
  }

  @Test
  void an_episode_and_an_idempotency_key_are_one_in_either_form() {
    house.service.record(EngineFixture.event("a", EngineFixture.episode(COMPOSED)));
    MemoryRecord whole =
        EngineFixture.full(
            house.service.record(EngineFixture.event("b", EngineFixture.episode(DECOMPOSED))));
    assertThat(EngineFixture.refs(whole)).containsExactly("a", "b");
    assertThat(found(ask -> ask.episode(COMPOSED))).containsExactly(whole.id());
    assertThat(found(ask -> ask.episode(DECOMPOSED))).containsExactly(whole.id());

    MemoryRecord first =
        EngineFixture.full(
            house.service.record(EngineFixture.event("c", NONE.idempotencyKey(COMPOSED))));
    MemoryRecord again =
        EngineFixture.full(
            house.service.record(EngineFixture.event("c", NONE.idempotencyKey(DECOMPOSED))));
    assertThat(again.id()).isEqualTo(first.id());
    assertThatThrownBy(
            () -> house.service.record(EngineFixture.event("d", NONE.idempotencyKey(DECOMPOSED))))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void a_full_record_is_kept_under_the_same_names() {
    MemoryRecord record =
        EngineFixture.full(
            house.service.record(
                FullRecordTest.request(
                    FullRecordTest.fact().scope(DECOMPOSED).tags(List.of(DECOMPOSED)))));
    assertThat(record.scope()).isEqualTo(COMPOSED);
    assertThat(found(ask -> ask.tags(List.of(COMPOSED)), COMPOSED)).containsExactly(record.id());
  }

  @Test
  void a_principal_writes_into_its_scope_and_sees_it_in_either_form() {
    var caller = EngineFixture.within(DECOMPOSED);
    MemoryRecord record =
        EngineFixture.full(house.service.record(EngineFixture.event("r", NONE), caller));
    assertThat(record.scope()).isEqualTo(COMPOSED);
    for (String form : List.of(COMPOSED, DECOMPOSED)) {
      house.service.record(EngineFixture.event("r", NONE.scope(form)), caller);
      RetrieveRequest request =
          RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER, form)).build();
      assertThat(house.retrieval.retrieve(request, caller).results()).isNotEmpty();
    }
  }

  @Test
  void what_was_stored_in_another_form_is_seen_by_who_writes_it_so() {
    MemoryRecord old =
        EngineFixture.full(house.service.record(EngineFixture.event("r", NONE.scope("x"))))
            .toBuilder()
            .id("99999999-0000-7000-8000-000000000000")
            .scope(DECOMPOSED)
            .build();
    Anchor anchor = new Anchor(1, EngineFixture.NOON);
    house.store.commit(
        Changeset.builder().change(new Change.Insert(old, anchor, Terms.NONE, List.of())).build());
    assertThat(found(ask -> ask, DECOMPOSED)).containsExactly(old.id());
    house.decay.reinforce(old.id(), ChangeReason.of("a", ""), EngineFixture.within(DECOMPOSED));
    assertThat(house.record(old.id()).scope()).isEqualTo(DECOMPOSED);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void nothing_invisible_names_anything(String field, Consumer<EngineFixture> call) {
    assertThatThrownBy(() -> call.accept(house))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "validation error for " + field + ": must not contain the invisible character U+202E");
    assertThat(house.store.commits()).isEmpty();
  }

  static Stream<Arguments> nothing_invisible_names_anything() {
    String turned = "a\u202eb";
    return Stream.of(
        call("scope", h -> h.service.record(EngineFixture.event("r", NONE.scope(turned)))),
        call(
            "tags",
            h -> h.service.record(EngineFixture.event("r", NONE.tags(List.of("x", turned))))),
        call(
            "episode",
            h -> h.service.record(EngineFixture.event("r", EngineFixture.episode(turned)))),
        call(
            "idempotency_key",
            h -> h.service.record(EngineFixture.event("r", NONE.idempotencyKey(turned)))),
        call("thread_id", h -> h.service.record(state(turned))),
        call(
            "scope",
            h -> h.service.record(FullRecordTest.request(FullRecordTest.fact().scope(turned)))));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void a_blank_is_no_value(String message, Consumer<EngineFixture> call) {
    assertThatThrownBy(() -> call.accept(house))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
    assertThat(house.store.commits()).isEmpty();
  }

  static Stream<Arguments> a_blank_is_no_value() {
    String blank = " \u3000\t";
    return Stream.of(
        call(
            "candidate source is required",
            h ->
                h.service.record(
                    EventRequest.builder()
                        .source(blank)
                        .eventKind("k")
                        .ref("r")
                        .options(NONE)
                        .build())),
        call(
            "event kind is required for event candidates",
            h ->
                h.service.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind(blank)
                        .ref("r")
                        .options(NONE)
                        .build())),
        call(
            "event ref is required for event candidates",
            h ->
                h.service.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind("k")
                        .ref(blank)
                        .options(NONE)
                        .build())),
        call(
            "tool name is required for tool output candidates",
            h -> h.service.record(EngineFixture.tool(blank, List.of(), NONE))),
        call(
            "subject is required for observation candidates",
            h ->
                h.service.record(
                    ObservationRequest.builder()
                        .source("s")
                        .subject(blank)
                        .predicate("p")
                        .options(NONE)
                        .build())),
        call(
            "predicate is required for observation candidates",
            h ->
                h.service.record(
                    ObservationRequest.builder()
                        .source("s")
                        .subject("a")
                        .predicate(blank)
                        .options(NONE)
                        .build())),
        call(
            "validation error for source: must not be blank",
            h -> h.service.record(RecordRequest.of(blank, FullRecordTest.fact().build()))),
        call(
            "validation error for thread_id: must not be blank",
            h -> h.service.record(state(blank))),
        call(
            "validation error for scope: must not be blank",
            h -> h.service.record(EngineFixture.event("r", NONE.scope(blank)))));
  }

  @Test
  void a_revision_is_held_to_the_same() {
    MemoryRecord old =
        EngineFixture.full(
            house.service.record(
                ObservationRequest.builder()
                    .source("s")
                    .subject("a")
                    .predicate("b")
                    .options(NONE)
                    .build()));
    assertThatThrownBy(
            () ->
                house.revision.fork(
                    old.id(),
                    FullRecordTest.fact().scope("\u200b").build(),
                    ChangeReason.of("a", ""),
                    Caller.ANONYMOUS))
        .hasMessage("validation error for scope: must not be blank");
    assertThat(house.record(old.id())).isEqualTo(old);
  }

  private List<String> found(UnaryOperator<RetrieveRequest.Builder> ask, String... scopes) {
    RetrieveRequest.Builder under =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER, scopes));
    return house.retrieval.retrieve(ask.apply(under).build(), Caller.ANONYMOUS).results().stream()
        .map(record -> record.id())
        .toList();
  }

  private static Arguments call(String text, Consumer<EngineFixture> call) {
    return arguments(text, call);
  }

  private static WorkingStateRequest state(String thread) {
    return WorkingStateRequest.builder()
        .source("s")
        .threadId(thread)
        .state(TaskState.PLANNING)
        .options(NONE)
        .build();
  }
}
