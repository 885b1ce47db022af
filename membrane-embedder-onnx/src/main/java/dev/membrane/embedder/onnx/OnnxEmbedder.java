package dev.membrane.embedder.onnx;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Embeds one text at a time, so that a vector is the same to the bit whatever else is embedded with
 * it: the model is quantized as it runs, by the range of all numbers in a batch, so that texts of
 * even the same length would change each other's vectors. Another make of processor may compute
 * other last digits. Vectors have length 1.
 *
 * <p>Of a text, the model reads the first {@value OnnxTokenizer#MAX_TOKENS} tokens, the mark at
 * either end included: some 2,000 characters of English, fewer of other scripts, and never more
 * than the first {@value OnnxTokenizer#MAX_CHARACTERS}. So work and memory for a text are bounded.
 *
 * <p>At most half of the processors, but at least one, embed texts for their callers at any time,
 * and as many others questions: a question never waits for texts, and everything else finds a
 * processor again and again. Who says how many processors are to spare has these help, of which
 * each is given back after the text that it is at. Safe for use by many threads.
 */
public final class OnnxEmbedder implements Embedder {

  /**
   * Put before a question, as the model's publisher suggests for short questions about longer
   * texts: among long turns of conversations it finds more of them, among short ones as many.
   */
  static final String INSTRUCTION = "Represent this sentence for searching relevant passages: ";

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int HALF = Math.max(1, PROCESSORS / 2);

  private final OnnxResources resources;
  private final ConcurrencyLimit texts = new ConcurrencyLimit(HALF);
  private final ConcurrencyLimit helping = new ConcurrencyLimit(PROCESSORS);
  private final ConcurrencyLimit questions = new ConcurrencyLimit(HALF);
  private final ExecutorService helpers =
      new ThreadPoolExecutor(
          0, PROCESSORS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), OnnxEmbedder::helper);

  private @Nullable OnnxModel model;
  private @Nullable ModelException failure;

  /**
   * Opens nothing; the model is loaded by {@link #prepare} or the first text, in about a second.
   */
  public OnnxEmbedder() {
    this(new OnnxResources(OnnxEmbedder.class.getClassLoader()));
  }

  OnnxEmbedder(OnnxResources resources) {
    this.resources = resources;
  }

  @Override
  public String model() {
    return OnnxResources.NAME;
  }

  @Override
  public int dimensions() {
    return OnnxModel.DIMENSIONS;
  }

  @Override
  public List<float[]> embed(List<String> these) {
    return embed(these, () -> 0);
  }

  @Override
  public List<float[]> embed(List<String> these, IntSupplier spare) {
    return new SharedWork(these, text -> embed(text, texts), this::help, helpers, spare).run();
  }

  /** Computes in parallel with the callers, if any processor but one may be free at all. */
  private float[] help(String text) {
    return embed(text, helping);
  }

  @Override
  public float[] embedQuery(String text) {
    return embed(INSTRUCTION + text, questions);
  }

  @Override
  public void check() {
    resources.check();
  }

  /** Computes once too, for the first time takes longer. */
  @Override
  public void prepare() {
    embedQuery("");
  }

  @Override
  public void close() {
    List<ConcurrencyLimit> all = List.of(texts, helping, questions);
    all.forEach(ConcurrencyLimit::block);
    try {
      release();
    } finally {
      all.forEach(ConcurrencyLimit::unblock);
      helpers.shutdown();
    }
  }

  private static Thread helper(Runnable work) {
    Thread thread = new Thread(work, "onnx-embedder");
    thread.setDaemon(true);
    return thread;
  }

  private float[] embed(String text, ConcurrencyLimit lane) {
    lane.enter();
    try {
      return loaded().embed(text);
    } finally {
      lane.leave();
    }
  }

  /** Loads once; a failure stays, for it costs as much to find out again. */
  private synchronized OnnxModel loaded() {
    if (failure != null) {
      throw ModelException.permanent(String.valueOf(failure.getMessage()), failure);
    }
    if (model == null) {
      model = load();
    }
    return model;
  }

  private OnnxModel load() {
    try {
      return OnnxModel.load(resources);
    } catch (ModelException missing) {
      failure = missing;
      throw missing;
    }
  }

  private synchronized void release() {
    failure = ModelException.permanent("the embedder is closed", new IllegalStateException());
    if (model != null) {
      model.close();
      model = null;
    }
  }

  /** Lets in as many at once as may compute, in the order in which they came. */
  private static final class ConcurrencyLimit {

    private final int width;
    private final Semaphore free;

    ConcurrencyLimit(int width) {
      this.width = width;
      this.free = new Semaphore(width, true);
    }

    void enter() {
      try {
        free.acquire();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw ModelException.temporary("interrupted while waiting for the model", interrupted);
      }
    }

    void leave() {
      free.release();
    }

    /** Waits until nobody is inside, and lets nobody in. */
    void block() {
      free.acquireUninterruptibly(width);
    }

    void unblock() {
      free.release(width);
    }
  }
}
