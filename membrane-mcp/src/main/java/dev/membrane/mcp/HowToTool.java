package dev.membrane.mcp;

import dev.membrane.RetrieveRequest;
import dev.membrane.Selection;
import dev.membrane.SkillPage.Skill;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import java.util.Set;

/** Finds the procedure that fits a task best. */
final class HowToTool implements Tool {

  private static final int TOKENS = 4_000;
  private static final int LIMIT = 10;

  private static final String SOURCE =
      ": get has the arguments that never changed; tell finish_task if you used it.";

  @Override
  public String name() {
    return "how_to";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .trust(call.trust())
            .taskDescriptor(arguments.requiredText("task"))
            .memoryTypes(Set.of(MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH))
            .limit(LIMIT)
            .matchingOnly(true);
    arguments.object("context").ifPresent(request::context);
    Selection selection = call.memory().retrieval().retrieve(request.build()).selection();
    if (selection == null || selection.selected().isEmpty()) {
      return "Nothing reliable is known about such tasks.";
    }
    MemoryRecord best = selection.selected().get(0);
    String steps = TextLimit.cut(text(call, best), TOKENS);
    String doubt = selection.needsMore() ? "\nThis is not sure to fit; check it as you go." : "";
    return steps + "\n\nFrom record " + best.id() + SOURCE + doubt;
  }

  /** As a skill; what was deleted meanwhile is none any more. */
  private static String text(McpCall call, MemoryRecord record) {
    return Skills.of(call, record.id())
        .map(Skill::instructions)
        .orElseGet(() -> RecordText.of(record));
  }
}
