package dev.membrane.internal.embed;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.work.PluginFailures;
import dev.membrane.internal.work.RedactedFailure;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.Vector;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedder that keeps to the contract: where the given one throws something else, or answers
 * with what is no vector of its length, there is a {@link ModelException}. Questions are then
 * answered by words, and records are set aside. The first such failure is logged.
 */
public final class CheckedEmbedder implements Embedder {

  private static final Logger LOG = LoggerFactory.getLogger(CheckedEmbedder.class);

  private final Embedder given;
  private final String model;
  private final int dimensions;
  private final AtomicBoolean isTold = new AtomicBoolean();

  /** Closing it closes the given one. */
  public CheckedEmbedder(Embedder given) {
    this.given = given;
    this.model = requireNonNull(given.model(), "model of the embedder");
    this.dimensions = given.dimensions();
  }

  /** What keeps an embedder from being used at all. */
  @SuppressWarnings("ConstantValue") // An embedder without null checks may answer null.
  public static List<String> faultsOf(Embedder given) {
    List<String> faults = new ArrayList<>();
    if (given.model() == null) {
      faults.add("embedder: model() must not be null");
    }
    int dimensions = given.dimensions();
    if (dimensions < 1) {
      faults.add("embedder: dimensions() must be at least 1, not " + dimensions);
    }
    if (given.maxSensitivity() == null) {
      faults.add("embedder: maxSensitivity() must not be null");
    }
    return faults;
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public int dimensions() {
    return dimensions;
  }

  @Override
  public List<float[]> embed(List<String> texts) {
    return answer(() -> checked(given.embed(texts), texts.size()));
  }

  @Override
  public List<float[]> embed(List<String> texts, IntSupplier spare) {
    return answer(() -> checked(given.embed(texts, spare), texts.size()));
  }

  @Override
  public float[] embedQuery(String text) {
    return answer(() -> checked(given.embedQuery(text)));
  }

  private List<float[]> checked(List<float[]> vectors, int wanted) {
    if (vectors.size() != wanted) {
      throw new IllegalStateException(vectors.size() + " vectors for " + wanted + " texts");
    }
    vectors.forEach(this::checked);
    return vectors;
  }

  private float[] checked(float[] vector) {
    int found = Vector.of(vector).dimensions();
    if (found != dimensions) {
      throw new IllegalStateException("a vector of " + found + " numbers, not " + dimensions);
    }
    return vector;
  }

  @Override
  public Sensitivity maxSensitivity() {
    return answer(() -> requireNonNull(given.maxSensitivity(), "maxSensitivity of the embedder"));
  }

  @Override
  public void check() {
    answer(
        () -> {
          given.check();
          return true;
        });
  }

  @Override
  public void prepare() {
    answer(
        () -> {
          given.prepare();
          return true;
        });
  }

  private <T> T answer(Supplier<T> work) {
    try {
      return work.get();
    } catch (ModelException kept) {
      throw kept;
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      String message = "the embedder " + model + " is broken: " + RedactedFailure.text(broken);
      if (isTold.compareAndSet(false, true)) {
        LOG.warn(message, RedactedFailure.of(broken));
      }
      boolean isPassing =
          broken instanceof UncheckedIOException || Thread.currentThread().isInterrupted();
      throw isPassing
          ? ModelException.temporary(message, broken)
          : ModelException.permanent(message, broken);
    }
  }

  @Override
  public void close() {
    given.close();
  }
}
