package dev.membrane.benchmarks.relevance;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.util.List;

/**
 * Embeds so many texts, then cannot be reached for more: a model that was exchanged and is not
 * through yet. Questions are always embedded. Used by one thread.
 */
final class Rationed implements Embedder {

  private final Embedder embedder;
  private int left;

  Rationed(Embedder embedder) {
    this.embedder = embedder;
  }

  /** How many texts may be embedded from now on. */
  void allow(int texts) {
    left = texts;
  }

  int left() {
    return left;
  }

  @Override
  public String model() {
    return embedder.model();
  }

  @Override
  public int dimensions() {
    return embedder.dimensions();
  }

  @Override
  public List<float[]> embed(List<String> texts) {
    if (texts.size() > left) {
      throw ModelException.temporary("the ration is used up", new IllegalStateException());
    }
    left -= texts.size();
    return embedder.embed(texts);
  }

  @Override
  public float[] embedQuery(String text) {
    return embedder.embedQuery(text);
  }
}
