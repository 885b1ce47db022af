package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.CancelledException;
import dev.membrane.ClosedException;
import dev.membrane.IngestItemAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.IngestStream;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.StoreUnavailableException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream of items to the server. */
final class RemoteIngestStream
    implements IngestStream, ClientResponseObserver<IngestItem, IngestItemResponse> {

  /** Items that were sent and not answered. */
  private static final int MOST_IN_FLIGHT = 256;

  /**
   * An item that is not answered.
   *
   * @param refused why it was not sent at all; null: it was
   */
  private record Sent(@Nullable ValidationException refused) {}

  private final IngestMessages messages;
  private final Consumer<IngestItemAnswer> answers;
  private final long patienceMillis;
  private final Queue<Sent> inFlight = new ArrayDeque<>();
  private @Nullable ClientCallStreamObserver<IngestItem> call;
  private long answered;
  private boolean isClosed;
  private boolean isOver;
  private boolean isTold;
  private @Nullable RuntimeException broken;

  private RemoteIngestStream(
      IngestMessages messages, Consumer<IngestItemAnswer> answers, long patienceMillis) {
    this.messages = messages;
    this.answers = answers;
    this.patienceMillis = patienceMillis;
  }

  static IngestStream open(Rpc rpc, IngestMessages messages, Consumer<IngestItemAnswer> answers) {
    RemoteIngestStream stream = new RemoteIngestStream(messages, answers, rpc.patienceMillis());
    rpc.stream(stream);
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
    await(() -> isOver || (inFlight.size() < MOST_IN_FLIGHT && call().isReady()));
    if (isClosed) {
      throw new ClosedException();
    }
    check();
    try {
      IngestItem message = messages.item(item);
      inFlight.add(new Sent(null));
      call().onNext(message);
    } catch (ValidationException refused) {
      inFlight.add(new Sent(refused));
      refuse();
    }
  }

  @Override
  public synchronized void close() {
    boolean isFirst = !isClosed;
    if (isFirst) {
      isClosed = true;
      if (!isOver) {
        call().onCompleted();
      }
    }
    await(() -> isOver);
    if (isFirst && !isTold) {
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

  /** Waits as long as there is an answer now and then. */
  private void await(BooleanSupplier condition) {
    long seen = answered;
    long last = System.nanoTime();
    try {
      while (!condition.getAsBoolean()) {
        wait(patienceMillis);
        long now = System.nanoTime();
        if (answered != seen) {
          seen = answered;
          last = now;
        } else if (!isOver && now - last > patienceMillis * 1_000_000) {
          call().cancel("no answer came", null);
          fail(new CancelledException());
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      call().cancel("interrupted", stopped);
      fail(new CancelledException());
    }
  }

  @Override
  public synchronized void onNext(IngestItemResponse answer) {
    inFlight.remove();
    try {
      answers.accept(AnswerDecoder.item(answered++, answer));
      refuse();
    } catch (RuntimeException thrown) {
      fail(thrown);
      call().cancel("the answers cannot be taken", thrown);
    }
    notifyAll();
  }

  /** What was not sent is answered in its turn. */
  private void refuse() {
    for (Sent next = inFlight.peek();
        next != null && next.refused() != null;
        next = inFlight.peek()) {
      inFlight.remove();
      answers.accept(IngestItemAnswer.refused(answered++, requireNonNull(next.refused())));
    }
  }

  @Override
  public void onError(Throwable failure) {
    fail(
        failure instanceof StatusRuntimeException status
            ? Failures.of(status)
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
