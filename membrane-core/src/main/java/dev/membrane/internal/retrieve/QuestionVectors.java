package dev.membrane.internal.retrieve;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.Vector;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Embeds questions, and keeps the vectors of the latest of each asker, since agents ask the same
 * again and again. No asker's questions replace those of another, so that the time of an answer
 * tells nobody what, or how much, others have asked. Safe for use by many threads.
 */
final class QuestionVectors {

  /** How many vectors are kept for each asker. */
  private static final int MOST = 100;

  /** How many askers are known: those who asked last. */
  private static final int MOST_ASKERS = 100;

  /** A longer text is not kept. */
  private static final int LONGEST = 2_000;

  private final Embedder embedder;
  private final Map<String, Map<Question, Vector>> byAsker = new Latest<>(MOST_ASKERS);

  private record Question(String model, String text) {}

  QuestionVectors(Embedder embedder) {
    this.embedder = embedder;
  }

  String model() {
    return embedder.model();
  }

  /**
   * The vector of a question.
   *
   * @throws dev.membrane.spi.ModelException if there is none
   */
  Vector of(String text, String asker) {
    Question question = new Question(model(), text);
    Vector known = known(asker, question);
    if (known != null) {
      return known;
    }
    Vector vector = Vector.of(embedder.embedQuery(text));
    if (text.length() <= LONGEST) {
      keep(asker, question, vector);
    }
    return vector;
  }

  private synchronized @Nullable Vector known(String asker, Question question) {
    return byAsker.getOrDefault(asker, Map.of()).get(question);
  }

  private synchronized void keep(String asker, Question question, Vector vector) {
    byAsker.computeIfAbsent(asker, name -> new Latest<>(MOST)).put(question, vector);
  }

  /** The entries that were used last. */
  private static final class Latest<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    Latest(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }
}
