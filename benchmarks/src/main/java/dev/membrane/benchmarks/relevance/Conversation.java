package dev.membrane.benchmarks.relevance;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What was said, in its order, and what is asked about it.
 *
 * @param id the scope that it is remembered in
 */
public record Conversation(
    String id, List<ConversationTurn> turns, List<ConversationQuestion> questions) {

  /** One thing said, and when; the text names who said it. */
  public record ConversationTurn(String id, Instant at, String speaker, String text) {}

  /**
   * A question.
   *
   * @param evidence ids of the turns that answer it, at least one
   */
  public record ConversationQuestion(String text, Set<String> evidence, String category) {

    /** Asked about what the other speaker said; counts in no total. */
    boolean isAdversarial() {
      return category.equals("5");
    }
  }

  /** When the last of it was said. */
  Instant end() {
    return turns.get(turns.size() - 1).at();
  }

  List<String> texts() {
    return turns.stream().map(ConversationTurn::text).toList();
  }
}
