package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.Question;
import java.util.ArrayList;
import java.util.List;

/** A way to find turns. */
interface Method {

  /** Prepares for questions about a conversation. */
  Ranker over(Conversation conversation);

  /** Asks every question, twice: what is timed is not the first time. */
  default List<Answer> ask(List<Conversation> conversations) {
    List<Ranker> rankers = conversations.stream().map(this::over).toList();
    List<Answer> answers = List.of();
    for (int time = 0; time < 2; time++) {
      answers = new ArrayList<>();
      for (int i = 0; i < rankers.size(); i++) {
        for (Question question : conversations.get(i).questions()) {
          answers.add(Answer.to(question, rankers.get(i)));
        }
      }
    }
    return answers;
  }
}
