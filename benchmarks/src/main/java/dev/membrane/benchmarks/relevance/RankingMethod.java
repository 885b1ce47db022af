package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import java.util.ArrayList;
import java.util.List;

/** A way to find turns. */
interface RankingMethod {

  /** How many questions are asked before. */
  int WARM_UP = 50;

  /** Prepares for questions about a conversation. */
  Ranker over(Conversation conversation);

  /** Asks every question, after some of them have been asked before what is timed. */
  default List<RankedTurns> ask(List<Conversation> conversations) {
    List<Ranker> rankers = conversations.stream().map(this::over).toList();
    ask(conversations, rankers, WARM_UP);
    return ask(conversations, rankers, Integer.MAX_VALUE);
  }

  private static List<RankedTurns> ask(
      List<Conversation> conversations, List<Ranker> rankers, int most) {
    List<RankedTurns> answers = new ArrayList<>();
    for (int i = 0; i < rankers.size(); i++) {
      for (ConversationQuestion question : conversations.get(i).questions()) {
        if (answers.size() < most) {
          answers.add(RankedTurns.to(question, rankers.get(i)));
        }
      }
    }
    return answers;
  }
}
