package dev.membrane.benchmarks.procedures;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
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
      String tool = "way-" + i;
      RecordRequest written = HandWritten.procedure(tool, TASK, List.of(tool)).unscoped().build();
      ids.add(membrane.ingestion().record(written).record().id());
    }
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
