package dev.membrane.benchmarks.procedures;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.Selection;
import dev.membrane.TrustContext;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Procedures of which the engine knows that they fit equally, and how their uses ended. */
final class ReportedProcedures implements Chooser {

  private static final String TASK = "prepare the weekly report";
  private static final String SOURCE = "simulation";
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final Membrane membrane;
  private final List<String> ids = new ArrayList<>();
  private int tasks;

  ReportedProcedures(int procedures) {
    membrane =
        Membrane.builder()
            .store(new InMemoryStore())
            .backgroundJobs(false)
            .clock(() -> BEGIN.plusSeconds(tasks))
            .build();
    for (int i = 0; i < procedures; i++) {
      ids.add(add("way-" + i));
    }
  }

  private String add(String tool) {
    CompetencePayload procedure =
        new CompetencePayload(
            tool,
            List.of(new Trigger(TASK, null)),
            List.of(new RecipeStep("Call " + tool, tool, null, null)),
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            null);
    Provenance provenance =
        new Provenance(
            List.of(new ProvenanceSource(ProvenanceKind.OBSERVATION, tool, null, SOURCE, null)),
            SOURCE);
    RecordDraft draft =
        RecordDraft.builder()
            .type(procedure.kind())
            .sensitivity(Sensitivity.LOW)
            .provenance(provenance)
            .payload(procedure)
            .build();
    RecordRequest request = RecordRequest.builder().record(draft).source(SOURCE).unscoped().build();
    return membrane.ingestion().record(request).record().id();
  }

  @Override
  public int choose() {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.LOW))
            .taskDescriptor(TASK)
            .limit(1)
            .build();
    Selection selection = membrane.retrieval().retrieve(request).selection();
    return ids.indexOf(Objects.requireNonNull(selection).selected().get(0).id());
  }

  @Override
  public void report(int procedure, boolean isSuccess) {
    String episode =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source(SOURCE)
                    .eventKind("task")
                    .ref("task-" + tasks)
                    .options(IngestOptions.NONE.unscoped().episode("task-" + tasks))
                    .build())
            .record()
            .id();
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source(SOURCE)
                .targetRecordId(episode)
                .status(isSuccess ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE)
                .usedRecordIds(List.of(ids.get(procedure)))
                .build());
    tasks++;
  }

  @Override
  public void close() {
    membrane.close();
  }
}
