package dev.membrane.examples.learning;

import dev.membrane.Membrane;
import dev.membrane.engine.TrustContext;
import dev.membrane.ingest.EventRequest;
import dev.membrane.ingest.IngestOptions;
import dev.membrane.ingest.OutcomeRequest;
import dev.membrane.ingest.ToolOutputRequest;
import dev.membrane.retrieve.RetrieveRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Asks memory how to do it; where that does not know, tries its tools in any order. */
final class Agent {

  private static final String TASK = "release the new version of the shop";
  private static final String SCOPE = "shop";

  private final Membrane memory;
  private final Random whim;
  private final PrintStream out;
  private int attempts;

  Agent(Membrane memory, Random whim, PrintStream out) {
    this.memory = memory;
    this.whim = whim;
    this.out = out;
  }

  /** Attempts the task once; answers whether it went well. */
  boolean attempt() {
    attempts++;
    Optional<MemoryRecord> skill = recall();
    List<String> plan = skill.map(Agent::recipe).orElseGet(this::guess);
    out.printf("attempt %d: %s%n", attempts, skill.map(Agent::reason).orElse("I know nothing, so"));
    out.printf("  I try %s%n", String.join(", ", plan));
    World world = new World();
    String episode = act(plan, world);
    OutcomeStatus status = world.isReleased() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE;
    List<String> used = skill.map(record -> List.of(record.id())).orElse(List.of());
    memory.ingestion().outcome(new OutcomeRequest("agent", episode, status, null, used, null));
    out.printf("  %s%n", status.wireName());
    return world.isReleased();
  }

  /** What happens becomes one episode; answers with its id. */
  private String act(List<String> plan, World world) {
    IngestOptions run = IngestOptions.NONE.in(SCOPE).ofEpisode("attempt " + attempts);
    RecordView episode =
        memory.ingestion().event(new EventRequest("agent", "task", "attempt", TASK, run));
    for (String tool : plan) {
      String answer = world.use(tool);
      out.printf("    %s: %s%n", tool, answer);
      memory
          .ingestion()
          .toolOutput(
              new ToolOutputRequest("agent", tool, null, JsonValue.of(answer), List.of(), run));
    }
    return episode.id();
  }

  private Optional<MemoryRecord> recall() {
    RetrieveRequest request =
        RetrieveRequest.under(TrustContext.upTo(Sensitivity.LOW, SCOPE))
            .task(TASK)
            .types(Set.of(MemoryType.COMPETENCE))
            .limit(1)
            .build();
    return memory.retrieval().retrieve(request).records().stream()
        .map(MemoryRecord.class::cast)
        .findFirst();
  }

  private List<String> guess() {
    List<String> tools = new ArrayList<>(World.TOOLS);
    Collections.shuffle(tools, whim);
    return tools;
  }

  private static List<String> recipe(MemoryRecord skill) {
    return ((CompetencePayload) skill.payload())
        .recipe().stream().map(RecipeStep::tool).filter(Objects::nonNull).toList();
  }

  private static String reason(MemoryRecord skill) {
    CompetencePayload known = (CompetencePayload) skill.payload();
    PerformanceStats stats = Objects.requireNonNull(known.performance());
    return "I remember %s, which worked %d of %d times, so"
        .formatted(
            known.skillName(), stats.successCount(), stats.successCount() + stats.failureCount());
  }
}
