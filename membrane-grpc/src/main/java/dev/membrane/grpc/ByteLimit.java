package dev.membrane.grpc;

import static java.util.Objects.requireNonNull;

import dev.membrane.protocol.RequestByteLimit;
import dev.membrane.protocol.RequestByteLimit.RequestBytes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bytes of all requests under way, since thirty-two of the largest do not fit into a
 * small heap once they are decoded. A request counts from before it is decoded until its call ends.
 * The size of a compressed request is known only while it is unpacked, so it counts with the bytes
 * read so far, and is refused in the middle if there is no room for more. Callers share the bytes
 * as {@link RequestByteLimit} says. This interceptor stands within {@link FailureInterceptor},
 * which ends a call that was refused, and {@link GateInterceptor}. Thread-safe.
 */
final class ByteLimit implements ServerInterceptor {

  private static final Status REFUSAL =
      Status.RESOURCE_EXHAUSTED.withDescription("too many large requests at once, try again later");

  private static final Context.Key<HeldBytes> KEY = Context.key("membrane-held-bytes");

  private final RequestByteLimit all;

  /**
   * A limit for requests that are still streams of bytes.
   *
   * @param max bytes of all requests together; a single one is always let in
   */
  ByteLimit(long max) {
    this.all = new RequestByteLimit(max);
  }

  /** What the call holds that this thread works on. */
  static HeldBytes current() {
    return requireNonNull(KEY.get(), "held bytes");
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    HeldBytes own = new HeldBytes(all.of(CurrentAdmission.get().account()));
    Context context = Context.current().withValue(KEY, own);
    Listener<Q> started = Contexts.interceptCall(context, call, headers, next);
    return new Weighed<>(started, call, own);
  }

  /** The bytes of the messages of one call, in the order of their arrival. Thread-safe. */
  static final class HeldBytes {

    private final Deque<AtomicLong> messages = new ArrayDeque<>();
    private final RequestBytes own;

    private HeldBytes(RequestBytes own) {
      this.own = own;
    }

    /** Another message begins to be read. */
    private synchronized void begin() {
      messages.add(new AtomicLong());
    }

    private synchronized boolean isLetIn(long bytes) {
      if (!own.take(bytes)) {
        return false;
      }
      messages.getLast().addAndGet(bytes);
      return true;
    }

    /** The oldest message of a stream is done with; the only one of other calls stays. */
    synchronized void releaseOldest() {
      AtomicLong oldest = messages.poll();
      if (oldest != null) {
        own.give(oldest.get());
      }
    }

    private synchronized void release() {
      messages.clear();
      own.giveAll();
    }
  }

  /** The callbacks of one call are serialized. */
  private static final class Weighed<Q> extends SimpleForwardingServerCallListener<Q> {

    private final ServerCall<Q, ?> call;
    private final HeldBytes own;

    Weighed(Listener<Q> delegate, ServerCall<Q, ?> call, HeldBytes own) {
      super(delegate);
      this.call = call;
      this.own = own;
    }

    @Override
    public void onMessage(Q message) {
      own.begin();
      if (!(message instanceof KnownLength)) {
        super.onMessage(counted(message));
      } else if (own.isLetIn(lengthOf((InputStream) message))) {
        super.onMessage(message);
      } else {
        call.close(REFUSAL, new Metadata());
      }
    }

    /** Behind the interceptors a message is the stream that it came as. */
    @SuppressWarnings("unchecked")
    private Q counted(Q message) {
      return (Q) new Unpacked((InputStream) message, own);
    }

    @Override
    public void onCancel() {
      own.release();
      super.onCancel();
    }

    @Override
    public void onComplete() {
      own.release();
      super.onComplete();
    }
  }

  private static long lengthOf(InputStream message) {
    try {
      return message.available();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Counts what is unpacked before anybody keeps it. */
  private static final class Unpacked extends FilterInputStream {

    private final HeldBytes call;

    Unpacked(InputStream packed, HeldBytes call) {
      super(packed);
      this.call = call;
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte @Nullable [] into, int from, int most) throws IOException {
      int bytes = super.read(into, from, most);
      count(bytes);
      return bytes;
    }

    private void count(int bytes) {
      if (bytes > 0 && !call.isLetIn(bytes)) {
        throw REFUSAL.asRuntimeException();
      }
    }
  }
}
