package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An answer for models counts the uses of a procedure that outcomes have reported. */
class ReportedUsesTest {

  private final CountingStore store = new CountingStore();
  private final Membrane membrane =
      Membrane.builder()
          .store(store)
          .caller(Caller.named("root").in("team"))
          .backgroundJobs(false)
          .build();
  private int episodes;

  /** Counts the searches for keys. */
  private static final class CountingStore extends ForwardingStore {

    private int searches;

    CountingStore() {
      super(new InMemoryStore());
    }

    @Override
    public List<Key> find(Collection<String> names) {
      searches++;
      return super.find(names);
    }
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  @Test
  void a_skill_is_told_with_all_its_uses() {
    String id = skill("deploy");
    use(id, OutcomeStatus.SUCCESS, 5);
    use(id, OutcomeStatus.FAILURE, 2);
    AgentSkill listed =
        membrane.listing().skills(ListSkillsRequest.builder().recordId(id).build()).items().get(0);
    assertThat(listed.successes()).isEqualTo(9);
    assertThat(listed.trials()).isEqualTo(13);
    assertThat(ask(AnswerView.TEXT).text()).endsWith("| succeeded 9 of 13");
    RetrieveAnswer compact = ask(AnswerView.COMPACT);
    assertThat(json(compact.records().get(0))).contains("\"success_count\":9,\"failure_count\":4");
    assertThat(json(Objects.requireNonNull(compact.selection()).selected().get(0)))
        .contains("\"success_count\":9,\"failure_count\":4");
  }

  @Test
  void a_plan_is_told_with_all_its_uses() {
    String id =
        add(Remembered.plan("deploy", null, new PlanMetrics(9.5, 0.5, 4, null), "build", "ship"));
    use(id, OutcomeStatus.SUCCESS, 4);
    assertThat(ask(AnswerView.TEXT).text()).endsWith("| done 8 times, failed 25 %");
    assertThat(json(ask(AnswerView.COMPACT).records().get(0)))
        .contains("\"execution_count\":8,\"failure_rate\":0.25");
  }

  @Test
  void a_whole_record_stays_as_it_is_stored() {
    String id = skill("deploy");
    use(id, OutcomeStatus.SUCCESS, 3);
    CompetencePayload skill = (CompetencePayload) ask(AnswerView.FULL).records().get(0).payload();
    assertThat(Objects.requireNonNull(skill.performance()).successCount()).isEqualTo(4);
  }

  @Test
  void the_uses_of_all_are_read_at_once() {
    for (int i = 0; i < 30; i++) {
      use(skill("deploy " + i), OutcomeStatus.SUCCESS, 1);
    }
    store.searches = 0;
    ask(AnswerView.FULL);
    int whole = store.searches;
    RetrieveAnswer text = ask(AnswerView.TEXT);
    assertThat(store.searches).isEqualTo(2 * whole + 1);
    assertThat(text.text().lines()).hasSize(12).allMatch(line -> line.endsWith("5 of 7"));
  }

  private String skill(String name) {
    return add(
        Remembered.skill(name, new PerformanceStats(4, 2, 0.7, null, null), List.of(), "push"));
  }

  private String add(Payload payload) {
    RecordDraft draft =
        RecordDraft.builder()
            .type(payload.kind())
            .sensitivity(Sensitivity.LOW)
            .confidence(1.0)
            .provenance(
                new Provenance(
                    List.of(new ProvenanceSource(ProvenanceKind.EVENT, "e", null, null, null)),
                    null))
            .payload(payload)
            .build();
    return membrane.ingestion().record(RecordRequest.of("root", draft)).id();
  }

  private void use(String id, OutcomeStatus status, int times) {
    for (int i = 0; i < times; i++) {
      String episode = "task " + episodes++;
      EventRequest begin =
          EventRequest.builder()
              .source("agent")
              .eventKind("task")
              .ref(episode)
              .options(IngestOptions.NONE.episode(episode))
              .build();
      membrane
          .ingestion()
          .outcome(
              OutcomeRequest.builder()
                  .source("agent")
                  .targetRecordId(membrane.ingestion().event(begin).id())
                  .status(status)
                  .usedRecordIds(List.of(id))
                  .build());
    }
  }

  private RetrieveAnswer ask(AnswerView view) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.LOW))
                .taskDescriptor("deploy")
                .matchingOnly(true)
                .view(view)
                .build());
  }

  private static String json(MemoryRecord record) {
    return new RecordCodec().write(AnswerView.compact(record, null));
  }
}
