package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolEffect;
import dev.membrane.spi.commit.Key;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A retired procedure loses what it has from a run that is learned anew, and gains nothing. */
class RetiredProcedureTest {

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  private String run(OutcomeStatus status, Call... calls) {
    house.pass(Duration.ofMinutes(1));
    return runs.ended(status, "Do it", calls);
  }

  private static Call find(String order) {
    return new Call("find", "customer", order, true);
  }

  /** Two runs that make one change, of which one looks more up; answers with the latter. */
  private String twoRuns(String change, String order) {
    run(OutcomeStatus.SUCCESS, find(order + 1), call(change, order + 1));
    Call list = new Call("list", "customer", order + 3, true);
    return run(OutcomeStatus.SUCCESS, find(order + 2), list, call(change, order + 3));
  }

  private MemoryRecord skill(String name) {
    return runs.all(MemoryType.COMPETENCE).stream()
        .filter(record -> ((CompetencePayload) record.payload()).skillName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private MemoryRecord retracted(String name) {
    house.revision.retract(skill(name).id(), ChangeReason.of("ann", ""), Caller.ANONYMOUS);
    return skill(name);
  }

  private List<Key> outcomes(MemoryRecord record) {
    return house.store.find(List.of(ProcedureKeys.outcomes(record.id())));
  }

  private static Stream<String> rationales(MemoryRecord record) {
    return record.auditLog().stream().map(AuditEntry::rationale);
  }

  @Test
  void a_run_that_turns_to_success_does_not_reinforce_it() {
    run(OutcomeStatus.SUCCESS, find("order-1"), call("cancel", "order-1"));
    run(OutcomeStatus.SUCCESS, find("order-2"), call("cancel", "order-2"));
    String turned = run(OutcomeStatus.FAILURE, find("order-3"), call("cancel", "order-3"));
    house.consolidation.run();
    MemoryRecord before = retracted("skill:cancel+find");
    assertThat(((CompetencePayload) before.payload()).failureModes()).isNotEmpty();

    run(OutcomeStatus.SUCCESS, find("order-4"), call("cancel", "order-4"));
    runs.end(turned, OutcomeStatus.SUCCESS);
    List<Key> judgedBy = outcomes(before);
    house.consolidation.run();

    MemoryRecord after = skill("skill:cancel+find");
    assertThat(((CompetencePayload) after.payload()).failureModes()).isEmpty();
    assertThat(after.salience()).isEqualTo(before.salience());
    assertThat(after.auditLog().get(after.auditLog().size() - 1).action())
        .isEqualTo(AuditAction.REVISE);
    assertThat(outcomes(after)).isEqualTo(judgedBy).isNotEmpty();
  }

  @Test
  void it_is_as_it_was_while_only_others_runs_are_learned_anew() {
    twoRuns("cancel", "order-1");
    String exchanged = twoRuns("exchange", "order-2");
    run(OutcomeStatus.SUCCESS, find("order-4"), call("exchange", "order-4"));
    house.consolidation.run();
    MemoryRecord before = retracted("procedure:cancel");
    String cancelled = twoRuns("cancel", "order-3");

    runs.end(exchanged, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(skill("procedure:cancel")).isEqualTo(before);
    assertThat(rationales(skill("procedure:exchange")))
        .contains("No longer the runs they were: episode " + exchanged);

    runs.end(cancelled, OutcomeStatus.FAILURE);
    house.consolidation.run();

    MemoryRecord after = skill("procedure:cancel");
    assertThat(rationales(after)).contains("No longer the runs they were: episode " + cancelled);
    assertThat(after.salience()).isEqualTo(before.salience());
  }

  @Test
  void a_record_names_the_runs_of_its_own_that_were_learned_anew() {
    String cancelled = twoRuns("cancel", "order-1");
    String exchanged = twoRuns("exchange", "order-2");
    run(OutcomeStatus.SUCCESS, find("order-3"), call("cancel", "order-3"));
    run(OutcomeStatus.SUCCESS, find("order-4"), call("exchange", "order-4"));
    house.consolidation.run();

    runs.end(cancelled, OutcomeStatus.FAILURE);
    runs.end(exchanged, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(rationales(skill("procedure:cancel")))
        .anyMatch(why -> why.contains(cancelled))
        .noneMatch(why -> why.contains(exchanged));
  }

  @Test
  void it_stays_without_runs_while_only_others_runs_are_learned_anew() {
    twoRuns("cancel", "order-1");
    String thanked = run(OutcomeStatus.SUCCESS, call("thank", "order-1"));
    house.consolidation.run();
    MemoryRecord before = retracted("procedure:cancel");
    run(OutcomeStatus.SUCCESS, call("find", "order-2").saying(ToolEffect.WRITE));
    house.consolidation.run();

    runs.end(thanked, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(skill("procedure:cancel")).isEqualTo(before);
  }
}
