package dev.membrane.testing;

import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.OutcomeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whole runs of a few kinds, from which procedures are learned, and how they ended. */
final class RandomRuns {

  private static final List<String> TOOLS = List.of("find", "open", "check", "write", "close");

  private static final List<OutcomeStatus> ENDS =
      List.of(
          OutcomeStatus.SUCCESS,
          OutcomeStatus.SUCCESS,
          OutcomeStatus.SUCCESS,
          OutcomeStatus.PARTIAL,
          OutcomeStatus.FAILURE);

  private final Memory membrane;
  private final TestClock clock;
  private final RandomChoices dice;
  private int runs;

  RandomRuns(Memory membrane, TestClock clock, RandomChoices dice) {
    this.membrane = membrane;
    this.clock = clock;
    this.dice = dice;
  }

  /**
   * A run.
   *
   * @param task what was asked for
   * @param used records that it may have used
   */
  List<IngestAnswer> run(IngestOptions options, String task, List<String> used) {
    runs++;
    IngestOptions episode = options.episode("task " + runs);
    List<IngestAnswer> answers = new ArrayList<>(List.of(asked(episode, task)));
    OutcomeStatus end = dice.of(ENDS);
    List<String> tools = dice.oneIn(4) ? shortened() : tools();
    for (String tool : tools) {
      boolean isLast = tool.equals(tools.get(tools.size() - 1));
      answers.add(called(episode, tool, isLast && end == OutcomeStatus.FAILURE));
    }
    String id = answers.get(answers.size() - 1).record().id();
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(id)
                .status(end)
                .usedRecordIds(used.isEmpty() || dice.oneIn(2) ? List.of() : List.of(dice.of(used)))
                .build());
    return answers;
  }

  /** Of one of the kinds of runs. */
  private List<String> tools() {
    int first = dice.below(3);
    return TOOLS.subList(first, first + 3);
  }

  private List<String> shortened() {
    return tools().subList(0, 2);
  }

  private IngestAnswer asked(IngestOptions episode, String task) {
    clock.pass(Duration.ofMillis(20));
    return membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("user")
                .eventKind("user")
                .ref("ref")
                .summary(task)
                .options(episode)
                .build());
  }

  private IngestAnswer called(IngestOptions episode, String tool, boolean fails) {
    clock.pass(Duration.ofMillis(20));
    return membrane
        .ingestion()
        .toolOutput(
            ToolOutputRequest.builder()
                .source("agent")
                .toolName(tool)
                .result(new JsonString(fails ? "Error: no luck" : "done"))
                .options(episode)
                .build());
  }
}
