package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import dev.membrane.spi.Embedder;
import java.util.List;

/** The cosine between question and turn, every turn compared. */
final class VectorsAlone implements Scored {

  private final List<ConversationTurn> turns;
  private final Embedder embedder;
  private final List<float[]> vectors;

  /**
   * Embeds what is not embedded yet.
   *
   * @param texts what to embed of each turn
   */
  VectorsAlone(Conversation conversation, List<String> texts, Embedder embedder) {
    this.turns = conversation.turns();
    this.embedder = embedder;
    this.vectors = embedder.embed(texts);
  }

  @Override
  public List<ConversationTurn> turns() {
    return turns;
  }

  @Override
  public double[] scores(String question) {
    float[] asked = embedder.embedQuery(question);
    return vectors.stream().mapToDouble(vector -> cosine(asked, vector)).toArray();
  }

  private static double cosine(float[] one, float[] other) {
    return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
  }

  private static double product(float[] one, float[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (double) one[i] * other[i];
    }
    return sum;
  }
}
