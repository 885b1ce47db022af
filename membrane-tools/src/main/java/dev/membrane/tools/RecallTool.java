package dev.membrane.tools;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds what is remembered about something, one line for each record. */
final class RecallTool implements ToolUse {

  private static final int LIMIT = 10;
  private static final int MAX = 50;
  private static final int TOKENS = 1_500;

  /** A whole id instead of its end takes so many tokens more. */
  private static final int TOKENS_OF_ID = 20;

  @Override
  public String name() {
    return "recall";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("task_descriptor", "query", "episode", Tasks.ID);
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    int limit = arguments.number("limit", LIMIT, 1, MAX);
    int tokens = arguments.number("max_tokens", TOKENS, 100, TextLimit.MAX_TOKENS);
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .trust(session.trust())
            .taskDescriptor(arguments.requiredText("query"))
            .memoryTypes(types(arguments.texts("types")))
            .tags(arguments.texts("tags"))
            .limit(limit)
            .view(AnswerView.TEXT)
            .maxTokens(tokens)
            .matchingOnly(true)
            .explain(true);
    Optional<String> task = arguments.text(Tasks.ID);
    task.ifPresent(request::episode);
    arguments.object("context").ifPresent(request::context);
    RetrieveAnswer answer = session.memory().retrieval().retrieve(request.build());
    if (answer.text().isEmpty()) {
      task.ifPresent(id -> TaskEpisodes.requireKnown(session, id));
      return "Nothing that is remembered matches.";
    }
    return text(answer, tokens);
  }

  /** All if none is named. */
  private static Set<MemoryType> types(List<String> names) {
    Set<MemoryType> types = EnumSet.noneOf(MemoryType.class);
    names.forEach(name -> types.add(MemoryType.of("types", name)));
    return types;
  }

  /** The lines with whole ids, by which other tools find the records. */
  private static String text(RetrieveAnswer answer, int tokens) {
    String all = answer.entries().stream().map(RecallTool::line).collect(Collectors.joining("\n"));
    return answer.truncated()
        ? TextLimit.cutToTokens(all, tokens + TOKENS_OF_ID * answer.entries().size())
            + "\n(truncated: more matches; ask more narrowly, or with more max_tokens)"
        : all;
  }

  private static String line(AnswerEntry entry) {
    String said = entry.line();
    return "["
        + id(Objects.requireNonNull(entry.explanation()))
        + said.substring(said.indexOf(']'));
  }

  private static String id(JsonObject explanation) {
    return ((JsonString) Objects.requireNonNull(explanation.get("id"))).value();
  }
}
