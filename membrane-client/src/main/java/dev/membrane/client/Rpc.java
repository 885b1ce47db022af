package dev.membrane.client;

import com.google.protobuf.Message;
import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceStub;
import dev.membrane.schema.MembraneException;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes calls with one API key. Thread-safe. */
final class Rpc {

  private final ManagedChannel channel;
  private final Caller caller;
  private final MembraneServiceBlockingStub stub;
  private final MembraneServiceStub streams;
  private final Duration deadline;
  private final CountDownLatch closed;

  /**
   * Calls over a channel.
   *
   * @param caller whoever waits for the answers
   * @param key empty: none is shown
   * @param deadline how long an answer is waited for
   * @param closed at zero no call is made any more
   */
  Rpc(ManagedChannel channel, Caller caller, String key, Duration deadline, CountDownLatch closed) {
    this.channel = channel;
    this.caller = caller;
    MembraneServiceBlockingStub plain = MembraneServiceGrpc.newBlockingStub(channel);
    this.stub = key.isEmpty() ? plain : plain.withCallCredentials(new ApiKeyCredentials(key));
    MembraneServiceStub open = MembraneServiceGrpc.newStub(channel);
    this.streams = key.isEmpty() ? open : open.withCallCredentials(new ApiKeyCredentials(key));
    this.deadline = deadline;
    this.closed = closed;
  }

  /** A call that is answered soon, or not at all. */
  <Q extends Message, A> A call(BiFunction<MembraneServiceBlockingStub, Q, A> method, Q request) {
    return call(method, request, stub.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** A call that takes as long as it takes. */
  <Q extends Message, A> A longCall(
      BiFunction<MembraneServiceBlockingStub, Q, A> method, Q request) {
    return call(method, request, stub);
  }

  /** Opens a stream of items. */
  void stream(ClientResponseObserver<IngestItem, IngestItemResponse> observer) {
    requireOpen(null);
    caller.requireWaiting();
    reconnect();
    var unused = streams.ingestStream(observer);
  }

  /** How long to wait for an answer; at least 1, since {@code wait(0)} would wait forever. */
  long patienceMillis() {
    return Math.max(1, deadline.toMillis());
  }

  /** What a call that failed throws. */
  MembraneException failure(StatusRuntimeException failed) {
    return closed.getCount() == 0 ? closed(failed) : Failures.of(failed);
  }

  private <Q extends Message, A> A call(
      BiFunction<MembraneServiceBlockingStub, Q, A> method,
      Q request,
      MembraneServiceBlockingStub asked) {
    requireOpen(null);
    Surrogates.check(request);
    PrimitiveIterator.OfLong waits = RetryPolicy.waits(request).iterator();
    StatusRuntimeException unavailable = null;
    while (true) {
      caller.requireWaiting();
      reconnect();
      try {
        return method.apply(asked, request);
      } catch (StatusRuntimeException failed) {
        if (failed.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED && unavailable != null) {
          // Why there was no answer in time is known.
          throw failure(unavailable);
        }
        if (failed.getStatus().getCode() != Status.Code.UNAVAILABLE
            || !waits.hasNext()
            || !pause(waits.nextLong(), asked.getCallOptions().getDeadline())) {
          throw failure(failed);
        }
        unavailable = failed;
        requireOpen(failed);
      }
    }
  }

  /** Waits before another attempt, unless that would come too late. */
  private boolean pause(long millis, @Nullable Deadline end) {
    if (end != null && end.timeRemaining(TimeUnit.MILLISECONDS) <= millis) {
      return false;
    }
    try {
      var unused = closed.await(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A server that is back is found by the next call; by itself gRPC may wait for two minutes. */
  private void reconnect() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
  }

  private void requireOpen(@Nullable Throwable failed) {
    if (closed.getCount() == 0) {
      throw closed(failed);
    }
  }

  private static ClosedException closed(@Nullable Throwable failed) {
    ClosedException refused = new ClosedException();
    if (failed != null) {
      refused.initCause(failed);
    }
    return refused;
  }
}
