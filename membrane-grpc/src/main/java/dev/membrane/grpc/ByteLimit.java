package dev.membrane.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of the requests that are worked on at once. Thirty-two of the largest, decoded,
 * are more than a small heap. A request counts from before it is decoded until its call ends; one
 * that is compressed counts as the largest there may be. Stands within {@link Supervision}, which
 * ends a call that was refused. Thread-safe.
 */
final class ByteLimit implements ServerInterceptor {

  private static final Status REFUSAL =
      Status.RESOURCE_EXHAUSTED.withDescription("too many large requests at once, try again later");

  private final long max;
  private final long largest;
  private final AtomicLong held = new AtomicLong();

  /**
   * A limit for requests that are still streams of bytes.
   *
   * @param max bytes of all requests together; a single one is always let in
   * @param largest bytes of what is of unknown length
   */
  ByteLimit(long max, long largest) {
    this.max = max;
    this.largest = largest;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new Weighed<>(next.startCall(call, headers), call);
  }

  private boolean isLetIn(long bytes) {
    if (held.addAndGet(bytes) <= Math.max(max, bytes)) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  private long sizeOf(Object message) {
    try {
      return message instanceof KnownLength ? ((InputStream) message).available() : largest;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The callbacks of one call are serialized. */
  private final class Weighed<Q> extends SimpleForwardingServerCallListener<Q> {

    private final ServerCall<Q, ?> call;
    private long own;

    Weighed(Listener<Q> delegate, ServerCall<Q, ?> call) {
      super(delegate);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      long bytes = sizeOf(message);
      if (isLetIn(bytes)) {
        own += bytes;
        super.onMessage(message);
      } else {
        call.close(REFUSAL, new Metadata());
      }
    }

    @Override
    public void onCancel() {
      release();
      super.onCancel();
    }

    @Override
    public void onComplete() {
      release();
      super.onComplete();
    }

    private void release() {
      held.addAndGet(-own);
      own = 0;
    }
  }
}
