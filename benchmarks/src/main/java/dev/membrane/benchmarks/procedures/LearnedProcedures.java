package dev.membrane.benchmarks.procedures;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.benchmarks.procedures.RecordedRun.RecordedCall;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What the engine learns from runs, put to use. */
final class LearnedProcedures implements AutoCloseable {

  private static final String SCOPE = "runs";
  private static final Sensitivity HIGHEST = Sensitivity.MEDIUM;

  private final Membrane membrane;

  /**
   * The first procedure for a task.
   *
   * @param id its record; empty if none is known
   * @param tools what it calls, in order
   * @param confidence that it is of use, 0 to 1
   */
  record First(String id, List<String> tools, double confidence) {}

  LearnedProcedures(List<RecordedRun> runs) {
    this(new InMemoryStore(), Tracer.NONE);
    learn(runs, Sensitivity.LOW);
  }

  /** With a store in which nothing was learned yet; closes it. */
  LearnedProcedures(MemoryStore store, Tracer tracer) {
    membrane = Membrane.builder().store(store).tracer(tracer).backgroundJobs(false).build();
  }

  /** Learns from runs of a sensitivity, {@code MEDIUM} at most. */
  void learn(List<RecordedRun> runs, Sensitivity sensitivity) {
    runs.forEach(run -> ingest(run, IngestOptions.NONE.scope(SCOPE).sensitivity(sensitivity)));
    membrane.maintenance().consolidate();
  }

  private void ingest(RecordedRun run, IngestOptions placed) {
    IngestOptions options = placed.episode(run.id()).timestamp(run.calls().get(0).at());
    for (String message : run.messages()) {
      membrane
          .ingestion()
          .event(
              EventRequest.builder()
                  .source("agent")
                  .eventKind("user_input")
                  .ref(run.id())
                  .summary(message)
                  .options(options)
                  .build());
    }
    String episode = "";
    List<String> nodes = new ArrayList<>();
    for (RecordedCall call : run.calls()) {
      MemoryRecord record =
          (MemoryRecord) membrane.ingestion().toolOutput(output(call, nodes, options)).record();
      episode = record.id();
      List<ToolNode> graph = ((EpisodicPayload) record.payload()).toolGraph();
      nodes.add(graph.get(graph.size() - 1).id());
    }
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.of(
                "agent", episode, run.isSuccess() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE));
  }

  private static ToolOutputRequest output(
      RecordedCall call, List<String> nodes, IngestOptions options) {
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName(call.tool())
        .args(call.args())
        .result(call.result())
        .dependsOn(call.waitedFor().stream().map(nodes::get).toList())
        .options(options.timestamp(call.at()))
        .build();
  }

  /** Adds a procedure that nobody has run; answers with its id. */
  String write(String name, String words, List<String> tools) {
    return membrane
        .ingestion()
        .record(HandWritten.procedure(SCOPE, name, words, tools).build())
        .record()
        .id();
  }

  First first(String task) {
    Selection selection =
        membrane
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(TrustContext.upTo(HIGHEST, SCOPE))
                    .memoryTypes(MemoryType.PROCEDURES)
                    .taskDescriptor(task)
                    .limit(1)
                    .build())
            .selection();
    return selection == null || selection.selected().isEmpty()
        ? new First("", List.of(), 0)
        : first(selection.selected().get(0), selection.confidence());
  }

  private static First first(MemoryRecord record, double confidence) {
    return new First(record.id(), tools(record), confidence);
  }

  private static List<String> tools(MemoryRecord record) {
    return record.payload() instanceof PlanGraphPayload plan
        ? plan.nodes().stream().map(PlanNode::op).toList()
        : ((CompetencePayload) record.payload())
            .recipe().stream().map(RecipeStep::tool).filter(Objects::nonNull).toList();
  }

  @Override
  public void close() {
    membrane.close();
  }
}
