package dev.membrane.spring.ai;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.chat.Conversations;
import dev.membrane.chat.MessageText;
import dev.membrane.chat.RunningEpisode;
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

  /** The most records of an answer. */
  static final int MOST = 10_000;

  /**
   * Who asks, and from where.
   *
   * @param caller null: whoever the memory is for
   * @param scope null: all that may be seen
   * @param conversation the id of the one that goes on; null: none is known
   */
  record Asker(@Nullable Caller caller, @Nullable String scope, @Nullable String conversation) {}

  /**
   * The best lines within the limits, in the order of the ids, which begin with the time at which
   * something came to be known. The model has the conversation that goes on before it.
   */
  List<String> of(String text, Asker asking) {
    Caller caller = asking.caller();
    Memory asked = caller == null ? memory : memory.as(caller);
    List<String> running = running(asked, asking);
    RetrieveAnswer answer =
        asked.retrieval().retrieve(request(text, asking.scope(), limit + running.size()));
    TreeMap<String, String> byId = new TreeMap<>();
    for (AnswerEntry entry : answer.entries()) {
      JsonMembers about = new JsonMembers(requireNonNull(entry.explanation()).members());
      String id = about.required("id");
      if (byId.size() < limit && isShown(about) && !running.contains(id)) {
        byId.put(id, entry.line());
      }
    }
    return List.copyOf(byId.values());
  }

  private List<String> running(Memory asked, Asker asking) {
    String conversation = asking.conversation();
    boolean findsEpisodes = memoryTypes.isEmpty() || memoryTypes.contains(MemoryType.EPISODIC);
    return conversation == null || !findsEpisodes
        ? List.of()
        : RunningEpisode.recordIds(asked, asking.scope(), Conversations.episode(conversation));
  }

  private RetrieveRequest request(String text, @Nullable String scope, int most) {
    TrustContext trust =
        scope == null
            ? TrustContext.upTo(maxSensitivity)
            : TrustContext.upTo(maxSensitivity, scope);
    return RetrieveRequest.builder()
        .taskDescriptor(MessageText.searchable(text))
        .trust(trust)
        .memoryTypes(memoryTypes)
        .limit(Math.min(MOST, most))
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
