package dev.membrane.examples.learning;

import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.RecipeStep;
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

  private final Memory memory;
  private final Random whim;
  private final PrintStream out;
  private int attempts;

  Agent(Memory memory, Random whim, PrintStream out) {
    this.memory = memory;
    this.whim = whim;
    this.out = out;
  }

  /** Attempts the task once; answers whether it went well. */
  boolean attempt() {
    attempts++;
    Optional<MemoryRecord> skill = recall();
    List<String> plan = skill.map(Agent::recipe).orElseGet(this::guess);
    out.printf("attempt %s: %s%n", attempts, skill.map(Agent::reason).orElse("I know nothing, so"));
    out.printf("  I try %s%n", String.join(", ", plan));
    World world = new World();
    String episode = act(plan, world);
    OutcomeStatus status = world.isReleased() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE;
    List<String> used = skill.map(record -> List.of(record.id())).orElse(List.of());
    memory
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(episode)
                .status(status)
                .usedRecordIds(used)
                .build());
    out.printf("  %s%n", status.wireName());
    return world.isReleased();
  }

  /** What happens becomes one episode; answers with its id. */
  private String act(List<String> plan, World world) {
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("attempt " + attempts);
    IngestAnswer episode =
        memory
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("task")
                    .ref("attempt")
                    .summary(TASK)
                    .options(run)
                    .build());
    for (String tool : plan) {
      String answer = world.use(tool);
      out.printf("    %s: %s%n", tool, answer);
      memory
          .ingestion()
          .toolOutput(
              ToolOutputRequest.builder()
                  .source("agent")
                  .toolName(tool)
                  .result(JsonValue.of(answer))
                  .options(run)
                  .build());
    }
    return episode.id();
  }

  private Optional<MemoryRecord> recall() {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.LOW, SCOPE))
            .taskDescriptor(TASK)
            .memoryTypes(Set.of(MemoryType.COMPETENCE))
            .limit(1)
            .build();
    return memory.retrieval().retrieve(request).records().stream().findFirst();
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
    return "I remember %s, which worked %s of %s times, so"
        .formatted(
            known.skillName(), stats.successCount(), stats.successCount() + stats.failureCount());
  }
}
