package dev.membrane.benchmarks.relevance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What was said in conversations, sentence by sentence, each but once. */
final class Sentences {

  private static final Pattern BETWEEN = Pattern.compile("(?<=[.!?])\\s+|\\R+");

  /** Shorter ones are greetings and numbers of lists. */
  private static final int SHORTEST = 15;

  /**
   * A sentence.
   *
   * @param conversation the place of its conversation among all, from 0
   */
  record Sentence(String text, int conversation) {}

  private Sentences() {}

  static List<Sentence> of(List<DataSet> sets) {
    List<Conversation> all = sets.stream().flatMap(set -> set.conversations().stream()).toList();
    Map<String, Sentence> once = new LinkedHashMap<>();
    for (int place = 0; place < all.size(); place++) {
      int conversation = place;
      all.get(place).turns().stream()
          .flatMap(turn -> sentences(turn.text()))
          .forEach(text -> once.putIfAbsent(text, new Sentence(text, conversation)));
    }
    return List.copyOf(once.values());
  }

  private static Stream<String> sentences(String text) {
    return BETWEEN.splitAsStream(text).map(String::strip).filter(it -> it.length() >= SHORTEST);
  }
}
