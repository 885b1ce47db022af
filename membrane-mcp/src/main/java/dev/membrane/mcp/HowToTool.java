package dev.membrane.mcp;

import dev.membrane.RetrieveRequest;
import dev.membrane.Selection;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import java.util.Set;

/** The procedure that fits a task best. */
final class HowToTool implements Tool {

  private static final int TOKENS = 4_000;
  private static final int LIMIT = 10;

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
    String procedure = text(selection.selected().get(0));
    return selection.needsMore()
        ? procedure + "\n\nThis is not sure to fit; check it before each step."
        : procedure;
  }

  private static String text(MemoryRecord record) {
    return TextLimit.cut(RecordText.of(record), TOKENS);
  }
}
