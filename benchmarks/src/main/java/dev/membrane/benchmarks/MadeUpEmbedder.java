package dev.membrane.benchmarks;

import dev.membrane.spi.Embedder;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Vectors that are as long as those of a small model and mean nothing: for the time that a search
 * takes, not for what it finds. The same for the same text.
 */
final class MadeUpEmbedder implements Embedder {

  static final String MODEL = "made-up";

  private static final int DIMENSIONS = 384;

  @Override
  public String model() {
    return MODEL;
  }

  @Override
  public int dimensions() {
    return DIMENSIONS;
  }

  @Override
  public List<float[]> embed(List<String> texts) {
    return texts.stream().map(MadeUpEmbedder::vector).toList();
  }

  static float[] vector(String text) {
    SplittableRandom random = new SplittableRandom(text.hashCode());
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) (random.nextDouble() - 0.5);
    }
    return vector;
  }
}
