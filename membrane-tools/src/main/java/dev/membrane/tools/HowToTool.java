package dev.membrane.tools;

import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import java.util.Map;

/** Finds the procedure that fits a task best. */
final class HowToTool implements ToolUse {

  private static final int TOKENS = 4_000;
  private static final int LIMIT = 10;

  private static final String UNKNOWN = "Nothing reliable is known about such tasks.";

  private static final String STOPPED =
      "This skill stopped working: of late it did at most half as well as others.\n\n";

  /** More than these are read with {@code get} by who needs them. */
  private static final int TOKENS_OF_ARGUMENTS = 300;

  private static final String ARGUMENTS = "\n\nArguments that all successful runs had:\n";
  private static final String DETAILS = ": get has the arguments that all successful runs had";
  private static final String FINISH = "; tell finish_task if you used it";

  private final boolean hasFinish;

  /**
   * A tool among others.
   *
   * @param hasFinish whether {@code finish_task} is one of them
   */
  HowToTool(boolean hasFinish) {
    this.hasFinish = hasFinish;
  }

  @Override
  public String name() {
    return "how_to";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("task_descriptor", "task");
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .trust(session.trust())
            .taskDescriptor(arguments.requiredText("task"))
            .memoryTypes(MemoryType.PROCEDURES)
            .limit(LIMIT)
            .matchingOnly(true);
    arguments.object("context").ifPresent(request::context);
    Selection selection = session.memory().retrieval().retrieve(request.build()).selection();
    return selection == null || selection.selected().isEmpty()
        ? unknown(session, arguments.requiredText("task"))
        : text(session, selection);
  }

  private static String unknown(ToolSession session, String task) {
    String runs = EarlierRuns.text(session, task);
    return UNKNOWN + (runs.isEmpty() ? "" : " " + runs);
  }

  private String text(ToolSession session, Selection selection) {
    MemoryRecord best = selection.selected().get(0);
    session.offer(best.id());
    String steps = TextLimit.cutToTokens(steps(session, best, selection), TOKENS);
    String doubt = selection.needsMore() ? "\nThis is not sure to fit; check it as you go." : "";
    String fixed = String.join("\n", FixedArguments.lines(best.payload()));
    boolean isShown = !fixed.isEmpty() && TokenEstimate.of(fixed) <= TOKENS_OF_ARGUMENTS;
    return steps
        + (isShown ? ARGUMENTS + fixed : "")
        + "\n\nFrom record "
        + best.id()
        + (isShown ? "" : DETAILS)
        + (hasFinish ? FINISH : "")
        + "."
        + doubt;
  }

  /**
   * A skill is measured by the runs of its scope and level, a selection by those of all candidates.
   */
  private static String warned(AgentSkill skill, Selection selection) {
    boolean isUnsaid =
        selection.stoppedWorking().contains(skill.recordId()) && !skill.stoppedWorking();
    return (isUnsaid ? STOPPED : "") + skill.instructions();
  }

  /** As a skill; what was deleted meanwhile is none any more. */
  private static String steps(ToolSession session, MemoryRecord record, Selection selection) {
    ListSkillsRequest request =
        ListSkillsRequest.builder()
            .recordId(record.id())
            .includeStopped(true)
            .page(PageRequest.FIRST.under(session.trust()))
            .build();
    return session.memory().listing().skills(request).items().stream()
        .findFirst()
        .map(skill -> warned(skill, selection))
        .orElseGet(() -> RecordRendering.of(record, selection));
  }
}
