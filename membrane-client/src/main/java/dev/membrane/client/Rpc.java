package dev.membrane.client;

import dev.membrane.ClosedException;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes calls with one API key. Thread-safe. */
final class Rpc {

  private final MembraneServiceBlockingStub stub;
  private final Duration deadline;
  private final AtomicBoolean isClosed;

  /**
   * Calls over a channel.
   *
   * @param key empty: none is shown
   * @param deadline how long an answer is waited for
   * @param isClosed whether no call is made any more
   */
  Rpc(Channel channel, String key, Duration deadline, AtomicBoolean isClosed) {
    MembraneServiceBlockingStub plain = MembraneServiceGrpc.newBlockingStub(channel);
    this.stub = key.isEmpty() ? plain : plain.withCallCredentials(new Key(key));
    this.deadline = deadline;
    this.isClosed = isClosed;
  }

  /** A call that is answered soon, or not at all. */
  <Q, A> A call(BiFunction<MembraneServiceBlockingStub, Q, A> method, Q request) {
    return call(
        method, request, stub.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** A call that takes as long as it takes. */
  <Q, A> A longCall(BiFunction<MembraneServiceBlockingStub, Q, A> method, Q request) {
    return call(method, request, stub);
  }

  private <Q, A> A call(
      BiFunction<MembraneServiceBlockingStub, Q, A> method,
      Q request,
      MembraneServiceBlockingStub asked) {
    requireOpen(null);
    try {
      return method.apply(asked, request);
    } catch (StatusRuntimeException failed) {
      requireOpen(failed);
      throw Failures.of(failed);
    }
  }

  private void requireOpen(@Nullable Throwable failed) {
    if (isClosed.get()) {
      ClosedException closed = new ClosedException();
      if (failed != null) {
        closed.initCause(failed);
      }
      throw closed;
    }
  }
}
