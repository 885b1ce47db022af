package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AccessDeniedException;
import dev.membrane.CancelledException;
import dev.membrane.ClosedException;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoreUnavailableException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of items to the server. One thread of its own gives out the answers: those of the server
 * and, in their turn, those to items that were not sent.
 */
final class RemoteIngestStream
    implements IngestStream, ClientResponseObserver<IngestItem, IngestItemResponse> {

  /**
   * An item that is not answered.
   *
   * @param refused why it was not sent at all; null: it was
   */
  private record Sent(@Nullable MembraneException refused) {}

  private final Rpc rpc;
  private final IngestMessages messages;
  private final Consumer<IngestItemAnswer> answers;
  private final Thread answering;
  private final Queue<Sent> inFlight = new ArrayDeque<>();
  private final Queue<IngestItemResponse> received = new ArrayDeque<>();
  private @Nullable ClientCallStreamObserver<IngestItem> call;
  private long answered;
  private long progress;
  private boolean isClosed;
  private boolean isAnswering;

  /** No more comes from the server. */
  private boolean isOver;

  /** No more answers are given out. */
  private boolean isDone;

  private boolean isTold;
  private @Nullable RuntimeException broken;

  private RemoteIngestStream(Rpc rpc, IngestMessages messages, Consumer<IngestItemAnswer> answers) {
    this.rpc = rpc;
    this.messages = messages;
    this.answers = answers;
    this.answering = new Thread(this::answer, "membrane-ingest-answers");
    answering.setDaemon(true);
  }

  static IngestStream open(Rpc rpc, IngestMessages messages, Consumer<IngestItemAnswer> answers) {
    RemoteIngestStream stream = new RemoteIngestStream(rpc, messages, answers);
    rpc.stream(stream);
    stream.answering.start();
    return stream;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<IngestItem> stream) {
    call = stream;
    stream.setOnReadyHandler(this::wake);
  }

  private synchronized void wake() {
    notifyAll();
  }

  private ClientCallStreamObserver<IngestItem> call() {
    return requireNonNull(call, "call");
  }

  @Override
  public synchronized void send(IngestRequest item) {
    requireNonNull(item, "item");
    await(() -> isOver || isClosed || (inFlight.size() < MAX_IN_FLIGHT && call().isReady()));
    check();
    if (isClosed) {
      throw ClosedException.ofStream();
    }
    messages.caller().requireIngesting();
    try {
      IngestItem message = messages.item(item);
      inFlight.add(new Sent(null));
      call().onNext(message);
    } catch (ValidationException | AccessDeniedException refused) {
      inFlight.add(new Sent(refused));
      notifyAll();
    }
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      if (!isOver) {
        call().onCompleted();
      }
    }
    if (Thread.currentThread() == answering) {
      return; // It would wait for itself.
    }
    await(() -> isDone);
    if (!isTold) {
      check();
    }
  }

  private void check() {
    if (broken != null) {
      isTold = true;
      throw broken;
    }
    if (isOver && !isClosed) {
      throw new StoreUnavailableException("the server has ended the stream");
    }
  }

  /** Waits as long as an answer comes, or is taken, now and then. */
  private void await(BooleanSupplier condition) {
    long patienceMillis = rpc.patienceMillis();
    long seen = progress;
    long last = System.nanoTime();
    try {
      while (!condition.getAsBoolean()) {
        wait(patienceMillis);
        long now = System.nanoTime();
        if (progress != seen || isAnswering) {
          seen = progress;
          last = now;
        } else if (!isOver && now - last > patienceMillis * 1_000_000) {
          stop("no answer came", new CancelledException());
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      stop("interrupted", new CancelledException());
    }
  }

  @Override
  public synchronized void onNext(IngestItemResponse answer) {
    received.add(answer);
    progress++;
    notifyAll();
  }

  /** Gives out the answers, until there are no more. */
  private void answer() {
    try {
      for (IngestItemAnswer answer = next(); answer != null; answer = next()) {
        answers.accept(answer);
        taken();
      }
    } catch (Throwable thrown) {
      // Whoever sends waits for an end, whatever the consumer of the answers throws.
      stop(
          "the answers cannot be taken",
          thrown instanceof RuntimeException failure ? failure : new IllegalStateException(thrown));
    }
    done();
  }

  /** Waits for the next answer; null: there are no more. */
  private synchronized @Nullable IngestItemAnswer next() throws InterruptedException {
    while (!isOver && !hasAnswer()) {
      wait();
    }
    if (!hasAnswer()) {
      return null;
    }
    isAnswering = true;
    MembraneException refused = inFlight.element().refused();
    return refused == null
        ? AnswerDecoder.item(answered, received.remove())
        : IngestItemAnswer.refused(answered, refused);
  }

  private boolean hasAnswer() {
    Sent first = inFlight.peek();
    return first != null && (first.refused() != null || !received.isEmpty());
  }

  private synchronized void taken() {
    inFlight.remove();
    answered++;
    progress++;
    isAnswering = false;
    notifyAll();
  }

  private synchronized void done() {
    isAnswering = false;
    isDone = true;
    notifyAll();
  }

  private synchronized void stop(String why, RuntimeException failure) {
    fail(failure);
    call().cancel(why, failure);
  }

  @Override
  public void onError(Throwable failure) {
    fail(
        failure instanceof StatusRuntimeException status
            ? rpc.failure(status)
            : new StoreUnavailableException("the stream is broken", failure));
  }

  private synchronized void fail(RuntimeException failure) {
    if (broken == null) {
      broken = failure;
    }
    isOver = true;
    notifyAll();
  }

  @Override
  public synchronized void onCompleted() {
    isOver = true;
    notifyAll();
  }
}
