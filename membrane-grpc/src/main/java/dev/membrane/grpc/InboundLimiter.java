package dev.membrane.grpc;

import dev.membrane.protocol.DaemonThreads;
import io.grpc.Context;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits, over all connections, the bytes of requests that have arrived but are not decoded yet,
 * and how long a request may take to arrive. If there is no room for more, the request that has
 * been arriving for longest is given up. So callers that send at once get in, however many others
 * send slowly. A request is arriving until its caller has said that nothing follows. The counting
 * is done on the threads of the connections, below the level of messages. Thread-safe.
 */
final class InboundLimiter extends ServerStreamTracer.Factory
    implements ServerInterceptor, AutoCloseable {

  private static final Status TOO_MUCH =
      Status.RESOURCE_EXHAUSTED.withDescription(
          "too much is on its way to this server at once, try again later");

  private static final Context.Key<InboundRequest> KEY = Context.key("membrane-arrival");
  private static final Duration SWEEP = Duration.ofSeconds(1);

  /** A request of at most so many may take the last quarter of the room, too. */
  private static final long SMALL_BYTES = 16 * 1024;

  private final long max;
  private final AtomicLong held = new AtomicLong();
  private final Duration patience;
  private final LongSupplier nanos;
  private final Status late;
  private final AtomicLong number = new AtomicLong();
  private final ConcurrentSkipListMap<Long, InboundRequest> unfinished =
      new ConcurrentSkipListMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("grpc-arrivals"));

  /**
   * Bounds for one server.
   *
   * @param maxBytes of all requests together; a single one is always let in
   * @param patience how long a request may take to arrive
   * @param nanos a clock of nanoseconds that never goes back
   */
  InboundLimiter(long maxBytes, Duration patience, LongSupplier nanos) {
    this.max = maxBytes;
    this.patience = patience;
    this.nanos = nanos;
    this.late =
        Status.DEADLINE_EXCEEDED.withDescription(
            "the request did not arrive within " + patience.toSeconds() + " seconds");
  }

  /** Begins to look for requests that take too long. */
  void start() {
    var unused =
        timer.scheduleWithFixedDelay(
            this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** The request of the call that this thread works on; null where nobody counts. */
  static @Nullable InboundRequest current() {
    return KEY.get();
  }

  /** Bytes that have arrived and are not decoded. */
  long held() {
    return held.get();
  }

  /** Requests that are on their way. */
  int unfinished() {
    return unfinished.size();
  }

  /** Ends what has waited too long for the rest of itself. */
  void sweep() {
    long now = nanos.getAsLong();
    for (InboundRequest arrival : unfinished.values()) {
      if (now - arrival.start() <= patience.toNanos()) {
        return; // They are in the order of their beginning.
      }
      arrival.end(late);
    }
  }

  /**
   * Gives up the request that has been on its way for longest.
   *
   * @param reason what its caller is told
   * @return whether there was one
   */
  boolean endOldest(InboundRequest except, Status reason) {
    return unfinished.values().stream().anyMatch(one -> one != except && one.end(reason));
  }

  /** Like {@link #endOldest}, of those whose callers can be told at once. */
  boolean endOldestStarted(@Nullable InboundRequest except, Status reason) {
    return unfinished.values().stream()
        .anyMatch(one -> one != except && one.isStarted() && one.end(reason));
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    InboundRequest arrival = new InboundRequest(this, number.incrementAndGet(), nanos.getAsLong());
    remember(arrival);
    return arrival;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    InboundRequest arrival = current();
    if (arrival == null) {
      return next.startCall(call, headers);
    }
    arrival.endBy(reason -> call.close(reason, new Metadata()));
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onMessage(Q message) {
        try {
          super.onMessage(message);
        } finally {
          arrival.release();
        }
      }

      @Override
      public void onHalfClose() {
        if (arrival.isToBegin()) {
          super.onHalfClose();
        }
      }
    };
  }

  Context in(Context context, InboundRequest arrival) {
    return context.withValue(KEY, arrival);
  }

  void remember(InboundRequest arrival) {
    unfinished.put(arrival.number(), arrival);
  }

  void forget(InboundRequest arrival) {
    unfinished.remove(arrival.number());
  }

  void give(long bytes) {
    held.addAndGet(-bytes);
  }

  /** Finds room for bytes that have arrived; throws what ends their call if there is none. */
  void take(InboundRequest arrival, long bytes) {
    long own = arrival.bytes() + bytes;
    long most = own <= SMALL_BYTES ? max : max - max / 4;
    while (!isTaken(bytes, Math.max(most, own))) {
      if (!endOldest(arrival, TOO_MUCH)) {
        throw TOO_MUCH.asRuntimeException();
      }
    }
    arrival.add(bytes);
  }

  private boolean isTaken(long bytes, long most) {
    return held.getAndUpdate(all -> all + bytes <= most ? all + bytes : all) + bytes <= most;
  }
}
