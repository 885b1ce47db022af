package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.ListSkillsRequest;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveRequest;
import dev.membrane.Selection;
import dev.membrane.SkillPage.Skill;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was learned to do. */
final class SkillTools {

  private static final int TOKENS = 4_000;
  private static final int LIMIT = 10;
  private static final String DETAILS = ": get has the arguments that never changed.";

  private final Function<InvocationContext, MemoryAccess> access;

  SkillTools(Function<InvocationContext, MemoryAccess> access) {
    this.access = access;
  }

  @Tool(
      name = "how_to",
      value =
          "When a task of several steps begins, call this before planning it. Answers the procedure"
              + " that worked best for such tasks, with how often it worked and how it failed, or"
              + " that nothing reliable is known.")
  @Needs(Permission.RETRIEVE)
  public String howTo(
      @P(name = "task", description = "The task in words, as it was asked for.") String task,
      @P(
              name = "context",
              description = "The situation, such as {\"os\": \"linux\"}.",
              required = false)
          @Nullable Map<String, Object> context,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .trust(mine.trust())
            .taskDescriptor(ToolArguments.required("task", task))
            .memoryTypes(Set.of(MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH))
            .limit(LIMIT)
            .matchingOnly(true);
    if (context != null) {
      request.context(ToolArguments.object("context", context));
    }
    Selection selection = mine.memory().retrieval().retrieve(request.build()).selection();
    return selection == null || selection.selected().isEmpty()
        ? "Nothing reliable is known about such tasks."
        : text(mine, selection, invocation);
  }

  private static String text(MemoryAccess mine, Selection selection, InvocationContext invocation) {
    MemoryRecord best = selection.selected().get(0);
    AgentRun.of(invocation).ifPresent(run -> run.isOffered(best.id()));
    String steps = TextLimits.cutToTokens(steps(mine, best), TOKENS);
    String doubt = selection.needsMore() ? "\nThis is not sure to fit; check it as you go." : "";
    return steps + "\n\nFrom record " + best.id() + DETAILS + doubt;
  }

  /** As a skill; what was deleted meanwhile is none any more. */
  private static String steps(MemoryAccess mine, MemoryRecord record) {
    ListSkillsRequest request =
        ListSkillsRequest.FIRST
            .ofRecord(record.id())
            .withStopped()
            .on(PageRequest.FIRST.under(mine.trust()));
    return mine.memory().listing().skills(request).skills().stream()
        .findFirst()
        .map(Skill::instructions)
        .orElseGet(() -> RecordWording.of(record));
  }
}
