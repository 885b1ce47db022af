package dev.membrane.spring.ai;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.chat.MessageText;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a memory knows that helps with a text.
 *
 * @param limit the most lines
 * @param maxTokens the most tokens of all lines
 * @param matchingOnly whether what does not match is left out
 */
record KnownLines(
    Memory memory,
    Set<MemoryType> memoryTypes,
    Sensitivity maxSensitivity,
    int limit,
    int maxTokens,
    boolean matchingOnly) {

  /**
   * The best lines within the limits, in the order of the ids, which begin with the time at which
   * something came to be known.
   *
   * @param caller null: whoever the memory is for
   * @param scope null: all that may be seen
   */
  List<String> of(String text, @Nullable Caller caller, @Nullable String scope) {
    Memory asked = caller == null ? memory : memory.as(caller);
    RetrieveAnswer answer = asked.retrieval().retrieve(request(text, scope));
    TreeMap<String, String> byId = new TreeMap<>();
    for (AnswerEntry entry : answer.entries()) {
      JsonMembers about = new JsonMembers(requireNonNull(entry.explanation()).members());
      if (isShown(about)) {
        byId.put(about.required("id"), entry.line());
      }
    }
    return List.copyOf(byId.values());
  }

  private RetrieveRequest request(String text, @Nullable String scope) {
    TrustContext trust =
        scope == null
            ? TrustContext.upTo(maxSensitivity)
            : TrustContext.upTo(maxSensitivity, scope);
    return RetrieveRequest.builder()
        .taskDescriptor(MessageText.searchable(text))
        .trust(trust)
        .memoryTypes(memoryTypes)
        .limit(limit)
        .maxTokens(maxTokens)
        .matchingOnly(matchingOnly)
        .view(AnswerView.TEXT)
        .explain(true)
        .build();
  }

  /** Of what the model may not see there is only a header, which has no signals. */
  private static boolean isShown(JsonMembers about) {
    return about.object("relevance").containsKey("signals");
  }
}
