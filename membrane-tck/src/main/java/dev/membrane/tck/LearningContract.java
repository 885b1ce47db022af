package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.IngestOptions;
import dev.membrane.JobsReport;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Runs teach procedures, and the background works when it is asked to. */
interface LearningContract extends MembraneUnderTest {

  @Test
  default void procedures_are_listed_as_skills() {
    String id = project().ingestion().record(procedure("make tea")).id();
    project().ingestion().record(procedure("make coffee"));
    project().ingestion().event(event("1").build());
    Page<AgentSkill> first =
        project()
            .listing()
            .skills(ListSkillsRequest.builder().page(PageRequest.FIRST.ofSize(1)).build());
    AgentSkill skill = first.items().get(0);
    assertThat(skill.recordId()).isEqualTo(id);
    assertThat(skill.name()).startsWith("make-tea-");
    assertThat(skill.type()).isEqualTo(MemoryType.COMPETENCE);
    assertThat(skill.scope()).isEqualTo(SCOPE);
    assertThat(skill.description()).contains("somebody is thirsty");
    assertThat(skill.trials()).isEqualTo(21);
    assertThat(skill.successes()).isEqualTo(18);
    assertThat(skill.lastUsedAt()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(skill.lastSuccessAt()).isNull();
    assertThat(skill.stoppedWorking()).isFalse();
    assertThat(skill.text())
        .startsWith("---\nname: " + skill.name() + "\n")
        .contains(
            "\nWorked 18 of 21 times, last used on 2026-03-01.", "\n1. boil; tool: `kettle`\n");
    PageRequest rest = PageRequest.FIRST.after(first.nextCursor());
    assertThat(project().listing().skills(ListSkillsRequest.builder().page(rest).build()).items())
        .extracting(AgentSkill::name)
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("make-coffee-");
    ListSkillsRequest named =
        ListSkillsRequest.builder().name(skill.name()).includeStopped(true).build();
    assertThat(project().listing().skills(named)).isEqualTo(new Page<>(List.of(skill), ""));
    ListSkillsRequest made = ListSkillsRequest.builder().recordId(id).build();
    assertThat(project().listing().skills(made)).isEqualTo(new Page<>(List.of(skill), ""));
    Memory other = membrane().as(Caller.named("bob").in("other"));
    assertThat(other.listing().skills(ListSkillsRequest.builder().build()).items()).isEmpty();
    assertThat(other.listing().skills(named).items()).isEmpty();
    assertThat(other.listing().skills(made).items()).isEmpty();
    Expected.refusal(
            ValidationException.class,
            () -> project().listing().skills(ListSkillsRequest.builder().name("Tea").build()))
        .hasMessageStartingWith("name must be");
  }

  @Test
  default void runs_teach() {
    for (String run : List.of("monday", "tuesday")) {
      IngestOptions options = IngestOptions.NONE.episode(run);
      String id = project().ingestion().event(event(run).options(options).build()).id();
      for (String tool : List.of("compile", "test")) {
        project()
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder().source("ann").toolName(tool).options(options).build());
      }
      project().ingestion().outcome(OutcomeRequest.of("ann", id, OutcomeStatus.SUCCESS));
    }
    assertThat(membrane().maintenance().consolidate().total().created()).isPositive();
    assertThat(membrane().maintenance().consolidate().total().created()).isZero();
    RetrieveRequest skills =
        RetrieveRequest.builder().trust(ALL).memoryTypes(Set.of(MemoryType.COMPETENCE)).build();
    assertThat(project().retrieval().retrieve(skills).records()).isNotEmpty();
  }

  @Test
  default void a_stage_is_shown_again_what_it_has_missed_and_nothing_else() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    String id = project().ingestion().event(event("1").options(run).build()).id();
    project()
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("ann")
                .targetRecordId(id)
                .status(OutcomeStatus.SUCCESS)
                .build());
    assertThat(membrane().maintenance().consolidate().again()).isNull();
    ConsolidationResult again = membrane().maintenance().consolidateAgain("semantic", null);
    assertThat(again.again()).isEqualTo(new ConsolidationResult.Again(0, 0));
    assertThat(again.total().created()).isZero();
    assertThat(membrane().maintenance().consolidateAgain("semantic", SCOPE).again()).isNotNull();
    Expected.refusal(
            ValidationException.class,
            () -> membrane().maintenance().consolidateAgain("weaving", null))
        .hasMessageStartingWith("validation error for again: must be one of: semantic, ");
    Expected.refusal(
            ValidationException.class,
            () -> membrane().maintenance().consolidateAgain("semantic", " "))
        .hasMessage("validation error for scope: must not be blank");
  }

  @Test
  default void the_work_of_the_background_is_done_when_it_is_asked_for() {
    fact("Go");
    assertThat(membrane().maintenance().prune()).isZero();
    assertThat(membrane().maintenance().expireIdempotencyKeys()).isZero();
    assertThat(membrane().maintenance().embed()).isEqualTo(EmbeddingResult.NOTHING);
    assertThat(membrane().metrics().totalRecords()).isEqualTo(1);
    membrane().maintenance().consolidate();
    assertThat(membrane().maintenance().jobs().runs())
        .allSatisfy(run -> assertThat(run.result()).isEqualTo("ok"))
        .extracting(JobsReport.LastRun::name)
        .contains("prune", "idempotency expiry", "semantic");
    membrane().check();
  }

  @Test
  default void what_waits_for_the_background_is_listed() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    project().ingestion().event(event("1").options(run).build());
    assertThat(membrane().maintenance().jobs().queues())
        .isNotEmpty()
        .allSatisfy(
            queue -> {
              assertThat(queue.length()).isEqualTo(1);
              assertThat(queue.failures()).isZero();
              assertThat(queue.setAside()).isFalse();
            });
  }

  private static RecordRequest procedure(String name) {
    CompetencePayload procedure =
        new CompetencePayload(
            name,
            List.of(new Trigger("somebody is thirsty", null)),
            List.of(new RecipeStep("boil", "kettle", null, null)),
            List.of(),
            List.of(),
            List.of(),
            new PerformanceStats(18, 3, 0.857, null, Instant.parse("2026-03-01T12:00:00Z")),
            null,
            null);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.COMPETENCE)
            .sensitivity(Sensitivity.LOW)
            .provenance(new Provenance(List.of(SOURCE), "ann"))
            .payload(procedure)
            .build();
    return RecordRequest.of("ann", draft);
  }
}
