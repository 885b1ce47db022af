package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.util.List;
import java.util.stream.IntStream;

/** Whatever was asked, what was said last. */
record Recency(List<ConversationTurn> turns) implements Scored {

  static Ranker over(Conversation conversation) {
    return new Recency(conversation.turns());
  }

  @Override
  public double[] scores(String question) {
    return IntStream.range(0, turns.size()).asDoubleStream().toArray();
  }
}
