package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import java.util.List;

/**
 * How a method answered a question.
 *
 * @param order turn ids, the best first, each once
 * @param nanos how long it took
 */
record RankedTurns(ConversationQuestion question, List<String> order, long nanos) {

  static RankedTurns to(ConversationQuestion question, Ranker ranker) {
    long begin = System.nanoTime();
    List<String> order = ranker.order(question.text());
    long nanos = System.nanoTime() - begin;
    return new RankedTurns(question, order.stream().distinct().toList(), nanos);
  }

  double value(Measure measure) {
    return measure.of(order, question.evidence());
  }
}
