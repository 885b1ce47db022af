package dev.membrane.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HiddenIdTest {

  private static final Caller LOW = EngineFixture.upTo(Sensitivity.LOW);
  private static final ChangeReason WHY = ChangeReason.of("ann", "why");
  private static final String UNKNOWN = "ffffffff-0000-7000-8000-000000000000";

  private final EngineFixture house = new EngineFixture();
  private final String seen = Facts.in(house, Facts.draft("tea"));
  private final String hidden =
      Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
  private final String redacted =
      Facts.in(house, Facts.draft("juice").sensitivity(Sensitivity.MEDIUM));

  @Test
  void the_store_is_asked_the_same_for_a_hidden_id_as_for_an_unknown_one() {
    for (Consumer<String> call : calls()) {
      List<String> unknown = questions(call, UNKNOWN);
      assertThat(unknown).contains("headers 1").doesNotContain("auditLog");
      house.store.read();
      assertThat(questions(call, hidden)).isEqualTo(unknown);
      assertThat(house.store.read()).doesNotContain(hidden);
    }
  }

  @Test
  void nothing_is_read_of_a_record_one_level_above() {
    house.store.asked();
    assertThat(house.retrieval.byId(redacted, TrustContext.upTo(Sensitivity.LOW), LOW))
        .isEqualTo(RedactedRecord.of(house.stored(redacted).at(house.instant())));
    assertThat(house.store.asked().get(0)).isEqualTo("headers 1");
    for (Consumer<String> call : writes()) {
      assertThat(questions(call, redacted)).doesNotContain("get 1", "auditLog");
    }
  }

  /** Each takes an id. */
  private List<Consumer<String>> calls() {
    return List.of(
        id -> house.retrieval.byId(id, TrustContext.upTo(Sensitivity.LOW), LOW),
        id -> house.audit.log(id, null, LOW),
        id -> house.decay.reinforce(id, WHY, LOW),
        id -> house.decay.penalize(id, 0.1, WHY, LOW),
        id -> house.decay.delete(id, WHY, LOW),
        id -> house.revision.retract(id, WHY, LOW),
        id -> house.revision.supersede(id, Facts.successor("x"), WHY, LOW),
        id -> house.revision.fork(id, Facts.successor("x"), WHY, LOW),
        id -> house.revision.contest(id, "", WHY, LOW),
        this::contestBy,
        this::relateTo,
        this::use,
        id -> house.service.record(outcome(id, List.of()), LOW));
  }

  private List<Consumer<String>> writes() {
    return List.of(
        id -> house.decay.reinforce(id, WHY, LOW),
        id -> house.decay.delete(id, WHY, LOW),
        id -> house.revision.retract(id, WHY, LOW),
        id -> house.audit.log(id, null, LOW));
  }

  private void contestBy(String ref) {
    house.revision.contest(seen, ref, WHY, LOW);
  }

  private void relateTo(String id) {
    house.service.record(
        RecordRequest.builder()
            .record(
                Facts.draft("x")
                    .relations(List.of(new Relation("supports", id, null, null)))
                    .build())
            .source("tester")
            .build(),
        LOW);
  }

  private void use(String id) {
    String episode = house.service.record(EngineFixture.event("e", IngestOptions.NONE)).id();
    house.service.record(outcome(episode, List.of(id)), LOW);
  }

  private static OutcomeRequest outcome(String target, List<String> used) {
    return OutcomeRequest.builder()
        .source("agent")
        .targetRecordId(target)
        .status(OutcomeStatus.SUCCESS)
        .usedRecordIds(used)
        .build();
  }

  private List<String> questions(Consumer<String> call, String id) {
    house.store.asked();
    var unused = catchThrowable(() -> call.accept(id));
    return house.store.asked();
  }
}
