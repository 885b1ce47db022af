package dev.membrane.internal.retrieve;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.Vector;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Embeds questions, and keeps the vectors of the latest, since agents ask the same again and again.
 * They are kept by who asked, so that the time of an answer tells nobody what others have asked.
 * Safe for use by many threads.
 */
final class QuestionVectors {

  private static final int MOST = 1_000;

  /** A longer text is not kept. */
  private static final int LONGEST = 2_000;

  private final Embedder embedder;

  private final Map<Question, Vector> latest =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Question, Vector> eldest) {
              return size() > MOST;
            }
          });

  private record Question(String asker, String model, String text) {}

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
    Question question = new Question(asker, model(), text);
    Vector known = latest.get(question);
    if (known != null) {
      return known;
    }
    Vector vector = Vector.of(embedder.embedQuery(text));
    if (text.length() <= LONGEST) {
      latest.put(question, vector);
    }
    return vector;
  }
}
