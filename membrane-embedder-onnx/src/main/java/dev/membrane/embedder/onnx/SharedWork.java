package dev.membrane.embedder.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Texts that a caller embeds, with the help of other threads as long as there are processors to
 * spare. Each thread takes the next text when it is done with one. Used once.
 */
final class SharedWork {

  private final List<String> texts;
  private final Function<String, float[]> byCaller;
  private final Function<String, float[]> byHelper;
  private final ExecutorService threads;
  private final IntSupplier spare;
  private final float[][] vectors;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger helping = new AtomicInteger();
  private final List<Future<?>> helpers = new ArrayList<>();

  /**
   * Work that is not begun.
   *
   * @param threads of the helpers; none is waited for
   * @param spare how many helpers may work now
   */
  SharedWork(
      List<String> texts,
      Function<String, float[]> byCaller,
      Function<String, float[]> byHelper,
      ExecutorService threads,
      IntSupplier spare) {
    this.texts = texts;
    this.byCaller = byCaller;
    this.byHelper = byHelper;
    this.threads = threads;
    this.spare = spare;
    this.vectors = new float[texts.size()][];
  }

  /** Embeds all, and answers the vectors in the order of the texts. */
  List<float[]> run() {
    try {
      for (int at = next.getAndIncrement(); at < vectors.length; at = next.getAndIncrement()) {
        callHelp();
        vectors[at] = byCaller.apply(texts.get(at));
      }
    } finally {
      next.set(vectors.length);
      awaitHelpers();
    }
    for (int at = 0; at < vectors.length; at++) {
      if (vectors[at] == null) {
        vectors[at] = byCaller.apply(texts.get(at));
      }
    }
    return List.of(vectors);
  }

  private void callHelp() {
    int wanted = Math.min(spare.getAsInt(), vectors.length - next.get());
    try {
      while (helping.get() < wanted) {
        helping.incrementAndGet();
        helpers.add(threads.submit(this::help));
      }
    } catch (RejectedExecutionException busy) {
      // Whoever keeps them busy needs the processors as much.
      helping.decrementAndGet();
    }
  }

  /**
   * Ends when its processor is wanted. What fails here is tried again by the caller, who is told.
   */
  private void help() {
    try {
      while (helping.get() <= spare.getAsInt()) {
        int at = next.getAndIncrement();
        if (at >= vectors.length) {
          return;
        }
        vectors[at] = byHelper.apply(texts.get(at));
      }
    } finally {
      helping.decrementAndGet();
    }
  }

  private void awaitHelpers() {
    for (Future<?> helper : helpers) {
      try {
        helper.get();
      } catch (ExecutionException failed) {
        // Its text has no vector, so that the caller tries it and is told what is wrong.
      } catch (InterruptedException interrupted) {
        helper.cancel(true);
        Thread.currentThread().interrupt();
      }
    }
  }
}
