package dev.membrane.internal.embed;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An embedder that is told what words mean, as angles; other words mean something else. */
public final class Meanings implements Embedder {

  private final String model;
  private final Map<String, Double> degreesByWord = new ConcurrentHashMap<>();
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private volatile @Nullable ModelException failure;
  private volatile @Nullable ModelException unready;
  private final AtomicInteger preparations = new AtomicInteger();
  private volatile String refused = "\0";
  private volatile Sensitivity most = Sensitivity.HYPER;

  public Meanings() {
    this("meanings");
  }

  public Meanings(String model) {
    this.model = model;
  }

  public Meanings means(String word, double degrees) {
    degreesByWord.put(word, degrees);
    return this;
  }

  /** Is given nothing more sensitive from now on. */
  public Meanings upTo(Sensitivity sensitivity) {
    most = sensitivity;
    return this;
  }

  @Override
  public Sensitivity maxSensitivity() {
    return most;
  }

  /** Fails from now on; null: works again. */
  public Meanings failing(@Nullable ModelException with) {
    failure = with;
    return this;
  }

  /** Cannot be prepared from now on; null: can be. */
  public Meanings unready(@Nullable ModelException why) {
    unready = why;
    return this;
  }

  /** How often it was to be prepared. */
  public int preparations() {
    return preparations.get();
  }

  /** Refuses for good every text that contains a word. */
  public Meanings refusing(String word) {
    refused = word;
    return this;
  }

  /** All texts that were embedded. */
  public List<String> texts() {
    return texts;
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public int dimensions() {
    return 3;
  }

  @Override
  public void prepare() {
    preparations.incrementAndGet();
    ModelException why = unready;
    if (why != null) {
      throw why;
    }
  }

  @Override
  public List<float[]> embed(List<String> asked) {
    ModelException fails = failure;
    if (fails != null) {
      throw fails;
    }
    List<float[]> vectors = new ArrayList<>();
    for (String text : asked) {
      if (text.contains(refused)) {
        throw ModelException.permanent("refused", new IllegalArgumentException());
      }
      vectors.add(vector(text));
    }
    texts.addAll(asked);
    return vectors;
  }

  private float[] vector(String text) {
    float[] sum = {0, 0, 0.01f};
    for (String word : text.split("\\s+", -1)) {
      Double degrees = degreesByWord.get(word);
      if (degrees != null) {
        sum[0] += (float) Math.cos(Math.toRadians(degrees));
        sum[1] += (float) Math.sin(Math.toRadians(degrees));
      }
    }
    return sum;
  }
}
