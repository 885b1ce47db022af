package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.CancelledException;
import dev.membrane.ClosedException;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.internal.work.DaemonThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of items, of which those that wait at the same time are a batch. One thread of its own
 * commits and answers.
 */
final class EngineIngestStream implements IngestStream {

  private final Ingestion ingestion;
  private final MemoryCalls calls;
  private final Consumer<IngestItemAnswer> answers;
  private final Thread committer;
  private final Queue<IngestRequest> waiting = new ArrayDeque<>();
  private int inFlight;
  private boolean isClosed;
  private boolean isTold;
  private @Nullable RuntimeException broken;

  private EngineIngestStream(
      Ingestion ingestion, Consumer<IngestItemAnswer> answers, MemoryCalls calls) {
    this.ingestion = ingestion;
    this.calls = calls;
    this.answers = answers;
    this.committer = DaemonThread.of("membrane-ingest-stream", calls.carrying(this::commit));
  }

  /**
   * Opens a stream.
   *
   * @param calls those of the memory; the thread of the stream works for whoever opens it
   */
  static IngestStream open(
      Ingestion ingestion, Consumer<IngestItemAnswer> answers, MemoryCalls calls) {
    EngineIngestStream stream =
        new EngineIngestStream(ingestion, requireNonNull(answers, "answers"), calls);
    stream.committer.start();
    return stream;
  }

  @Override
  public synchronized void send(IngestRequest item) {
    requireNonNull(item, "item");
    await(() -> inFlight < MAX_IN_FLIGHT || broken != null);
    check();
    calls.requireServing();
    if (isClosed) {
      throw ClosedException.ofStream();
    }
    waiting.add(item);
    inFlight++;
    notifyAll();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
    if (Thread.currentThread() == committer) {
      return; // It would wait for itself.
    }
    await(() -> inFlight == 0 || broken != null);
    if (!isTold) {
      check();
    }
  }

  private void check() {
    if (broken != null) {
      isTold = true;
      throw broken;
    }
  }

  private synchronized void await(BooleanSupplier condition) {
    try {
      while (!condition.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }

  private void commit() {
    long number = 0;
    try {
      for (List<IngestRequest> group = next(); !group.isEmpty(); group = next()) {
        for (IngestItemAnswer answer : ingestion.batch(group)) {
          answers.accept(answer.numbered(number++));
          answered();
        }
      }
    } catch (Throwable failure) {
      // Whoever sends waits for an end, whatever the consumer of the answers throws.
      fail(
          failure instanceof RuntimeException thrown ? thrown : new IllegalStateException(failure));
    }
  }

  /** What waits; empty at the end. */
  private synchronized List<IngestRequest> next() {
    await(() -> !waiting.isEmpty() || isClosed);
    List<IngestRequest> group = new ArrayList<>(waiting);
    waiting.clear();
    return group;
  }

  private synchronized void answered() {
    inFlight--;
    notifyAll();
  }

  private synchronized void fail(RuntimeException failure) {
    broken = failure;
    waiting.clear();
    notifyAll();
  }
}
