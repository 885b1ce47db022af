package dev.membrane.benchmarks.relevance;

import java.util.List;

/** Puts the turns of one conversation in an order. */
interface Ranker {

  /** Ids of the turns that answer a question best, the best first. */
  List<String> order(String question);
}
