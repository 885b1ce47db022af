package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.util.List;

/** The sum of two scores, each brought to 0 to 1 over all turns, with equal weights. */
record LinearFusion(Scored one, Scored other) implements Scored {

  @Override
  public List<ConversationTurn> turns() {
    return one.turns();
  }

  @Override
  public double[] scores(String question) {
    double[] sum = Scored.normalised(one.scores(question));
    double[] others = Scored.normalised(other.scores(question));
    for (int turn = 0; turn < sum.length; turn++) {
      sum[turn] += others[turn];
    }
    return sum;
  }
}
