package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Gives every turn of a conversation a number, from which an order is made. */
interface Scored extends Ranker {

  List<ConversationTurn> turns();

  /** How well each turn answers a question, by the index of the turn. */
  double[] scores(String question);

  /** Ties in the order of saying. */
  @Override
  default List<String> order(String question) {
    double[] scores = scores(question);
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer turn) -> scores[turn]).reversed())
        .limit(Measure.DEEPEST)
        .map(turn -> turns().get(turn).id())
        .toList();
  }

  /** Brings numbers to 0 for the least and 1 for the largest. */
  static double[] normalised(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    double range = Arrays.stream(values).max().orElse(0) - least;
    return Arrays.stream(values).map(it -> range == 0 ? 0 : (it - least) / range).toArray();
  }
}
