package dev.membrane.grpc;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The request of one call on its way, as {@link InboundLimiter} counts it. Thread-safe. */
final class InboundRequest extends ServerStreamTracer {

  /** A frame of one byte keeps a whole buffer from being used again. */
  private static final long LEAST_FRAME_BYTES = 4_096;

  private static final Status TWO =
      Status.INVALID_ARGUMENT.withDescription("more than one request was sent");

  private final InboundLimiter all;
  private final long number;
  private final long start;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong size = new AtomicLong();
  private volatile boolean isOne;
  private volatile boolean isAnswered;
  private @Nullable Runnable place;
  private @Nullable Consumer<Status> ender;
  private boolean isWhole;
  private boolean isClosed;
  private @Nullable Status ended;

  /**
   * A request of which nothing is there.
   *
   * @param number in the order of their beginning
   * @param start in nanoseconds
   */
  InboundRequest(InboundLimiter all, long number, long start) {
    this.all = all;
    this.number = number;
    this.start = start;
  }

  long number() {
    return number;
  }

  long start() {
    return start;
  }

  long bytes() {
    return bytes.get();
  }

  /** The bytes that have arrived of its only request, also once it is read; 0 for a stream. */
  long size() {
    return isOne ? size.get() : 0;
  }

  void add(long more) {
    bytes.addAndGet(more);
  }

  /** Gives back the bytes that were counted. */
  void release() {
    all.give(bytes.getAndSet(0));
  }

  /** Remembers how the call gives its place among all calls back. */
  synchronized void takePlace(Runnable back) {
    place = back;
  }

  /** Gives the place back, once. */
  void leavePlace() {
    Runnable back;
    synchronized (this) {
      back = place;
      place = null;
    }
    if (back != null) {
      back.run();
    }
  }

  /**
   * Sets the action that ends the call. If the call was given up already, it ends at once. From now
   * on the request of a call is complete when its caller has said that nothing follows, since
   * grpc-java keeps the request until then.
   */
  void endBy(Consumer<Status> closing) {
    Status reason;
    synchronized (this) {
      ender = closing;
      reason = ended;
      if (isOne && reason == null && !isClosed) {
        isWhole = false;
        all.remember(this);
      }
    }
    if (reason != null) {
      closing.accept(reason);
    }
  }

  /** Whether its call can be ended at once, as it does not wait for a thread. */
  synchronized boolean isStarted() {
    return ender != null;
  }

  /**
   * Gives the request up, with its bytes and its place, unless it is there as a whole.
   *
   * @return whether this call gave it up
   */
  boolean end(Status reason) {
    Consumer<Status> closing;
    synchronized (this) {
      if (isWhole || ended != null) {
        return false;
      }
      ended = reason;
      closing = ender;
    }
    all.forget(this);
    release();
    leavePlace();
    if (closing != null) {
      closing.accept(reason);
    }
    return true;
  }

  /** Whether the call may begin, as all has arrived and nobody gave it up before. */
  boolean isToBegin() {
    finish();
    return reasonOfEnd() == null;
  }

  /** Whether its only request was answered, and all of the answer was sent. */
  boolean isAnswered() {
    return isAnswered;
  }

  @Override
  public Context filterContext(Context context) {
    return all.in(context, this);
  }

  @Override
  public void serverCallStarted(ServerCallInfo<?, ?> call) {
    isOne = call.getMethodDescriptor().getType().clientSendsOneMessage();
  }

  @Override
  public void inboundMessage(int index) {
    if (index > 0 && isOne) {
      throw TWO.asRuntimeException();
    }
  }

  @Override
  public void inboundWireSize(long arrived) {
    Status reason = reasonOfEnd();
    if (reason != null) {
      throw reason.asRuntimeException();
    }
    all.take(this, Math.max(arrived, LEAST_FRAME_BYTES));
    size.addAndGet(arrived);
  }

  private synchronized @Nullable Status reasonOfEnd() {
    return ended;
  }

  @Override
  public synchronized void inboundMessageRead(int index, long wireSize, long size) {
    if (!isOne || ender == null) {
      finish();
    }
  }

  @Override
  public void streamClosed(Status status) {
    synchronized (this) {
      isClosed = true;
      finish();
    }
    isAnswered = isOne && status.isOk();
    release();
  }

  private synchronized void finish() {
    isWhole = true;
    all.forget(this);
  }
}
