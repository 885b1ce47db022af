package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EnvironmentSnapshot;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What tells the runs that succeeded from those that failed. */
class ConditionsTest {

  private static final ProvenanceSource SOURCE =
      new ProvenanceSource(ProvenanceKind.ARTIFACT, "run.log", null, null, null);

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  private void tagged(OutcomeStatus status, String... tags) {
    IngestOptions options = IngestOptions.NONE.tags(List.of(tags));
    runs.ended(options, status, "deploy it", call("build", "a"), call("deploy", "b"));
  }

  private void onSystem(OutcomeStatus status, String os, String version) {
    in(status, new EnvironmentSnapshot(os, version, Map.of(), null, null));
  }

  private void in(OutcomeStatus status, EnvironmentSnapshot environment) {
    List<TimelineEvent> timeline =
        List.of(new TimelineEvent(house.instant(), "request", "r", "deploy it"));
    List<ToolNode> calls =
        List.of(
            new ToolNode("1", "build", null, null, null, List.of()),
            new ToolNode("2", "deploy", null, null, null, List.of("1")));
    EpisodicPayload trace =
        new EpisodicPayload(timeline, calls, environment, status, List.of(), null, null);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.EPISODIC)
            .sensitivity(Sensitivity.LOW)
            .payload(trace)
            .provenance(new Provenance(List.of(SOURCE), "agent"))
            .build();
    house.service.record(RecordRequest.of("agent", draft));
  }

  private CompetencePayload learned() {
    house.consolidation.run();
    assertThat(runs.skills()).hasSize(1);
    return runs.skills().get(0);
  }

  private static Map<String, JsonValue> conditions(CompetencePayload skill) {
    JsonObject conditions = skill.triggers().get(0).conditions();
    return conditions == null ? Map.of() : conditions.members();
  }

  @Test
  void a_system_on_which_alone_it_works_is_a_condition() {
    onSystem(OutcomeStatus.SUCCESS, "linux", "6.1");
    onSystem(OutcomeStatus.SUCCESS, "linux", "6.9");
    onSystem(OutcomeStatus.FAILURE, "windows", "11");
    onSystem(OutcomeStatus.FAILURE, "windows", "10");

    CompetencePayload skill = learned();

    assertThat(conditions(skill)).isEqualTo(Map.of("os", JsonValue.of("linux")));
    assertThat(skill.failureModes())
        .contains("Never succeeded with os = \"windows\" in 2 runs")
        .noneMatch(mode -> mode.contains("os_version"));
  }

  @Test
  void it_is_not_selected_where_its_condition_does_not_hold() {
    a_system_on_which_alone_it_works_is_a_condition();

    assertThat(selection("linux").selected()).hasSize(1);
    assertThat(selection("windows")).isNull();
    assertThat(selection("solaris")).isNull();
  }

  private Selection selection(String os) {
    JsonObject context = new JsonObject(Map.of("os", JsonValue.of(os)));
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor("deploy it")
            .context(context)
            .build();
    return house.retrieval.retrieve(request, Caller.ANONYMOUS).selection();
  }

  @Test
  void a_tag_of_all_successes_or_of_all_failures_is_a_condition() {
    tagged(OutcomeStatus.SUCCESS, "staging", "red");
    tagged(OutcomeStatus.SUCCESS, "staging", "blue");
    tagged(OutcomeStatus.FAILURE, "frozen", "red");
    tagged(OutcomeStatus.FAILURE, "frozen", "blue");

    assertThat(conditions(learned()))
        .isEqualTo(Map.of("tag:staging", JsonValue.of(true), "tag:frozen", JsonValue.of(false)));
  }

  @Test
  void a_single_failure_proves_nothing() {
    onSystem(OutcomeStatus.SUCCESS, "linux", "6.1");
    onSystem(OutcomeStatus.SUCCESS, "linux", "6.1");
    onSystem(OutcomeStatus.FAILURE, "windows", "11");

    CompetencePayload skill = learned();

    assertThat(conditions(skill)).isEmpty();
    assertThat(skill.failureModes()).noneMatch(mode -> mode.startsWith("Never"));
  }

  @Test
  void a_success_elsewhere_takes_the_condition_back() {
    a_system_on_which_alone_it_works_is_a_condition();
    onSystem(OutcomeStatus.SUCCESS, "windows", "11");

    assertThat(conditions(learned())).isEmpty();
  }

  /** Otherwise a name of millions of characters would be written again with every run. */
  @Test
  void a_long_name_of_a_surrounding_is_not_noted() {
    String name = "x".repeat(300);
    JsonObject context = new JsonObject(Map.of(name, JsonValue.of("y")));
    in(OutcomeStatus.SUCCESS, new EnvironmentSnapshot("linux", null, Map.of(), null, context));
    house.consolidation.run();

    assertThat(house.store.keys("note:", "", 100))
        .isNotEmpty()
        .noneMatch(note -> note.value().contains(name));
  }
}
