package dev.membrane.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls that are under way at once, including those that wait for a thread. Without this
 * limit a server that cannot keep up would fill its memory with them. Health checks are not
 * counted, since they must be answered above all when there is too much else. A call is counted
 * before it gets a place in a queue, and one too many is refused at once, on the connection's own
 * thread. The queues themselves have no limit: grpc-java breaks the connection of a call whose task
 * an executor rejects, while a call refused here gets a status. A call whose request is still
 * arriving gives up its place to a new one; otherwise callers that send slowly would keep all
 * others out. Thread-safe.
 */
final class CallLimit implements ServerCallExecutorSupplier, ServerInterceptor {

  /** The threads on which calls run. */
  @FunctionalInterface
  interface ThreadChoice {

    /**
     * The threads for a step of a call.
     *
     * @param method its full name
     * @param bytes that have arrived of its request, as {@link InboundRequest#size} says
     */
    Executor of(String method, long bytes);
  }

  private final int max;
  private final Status refusal;
  private final ThreadChoice threads;
  private final InboundLimiter arrivals;
  private final AtomicInteger underWay = new AtomicInteger();

  /** Set on a thread while it works on a call that is one too many. */
  private final ThreadLocal<Boolean> isRefusing = ThreadLocal.withInitial(() -> false);

  /**
   * A limit for a server that has it both as its executor supplier and as the first interceptor
   * that can refuse.
   *
   * @param threads on which calls run that are not refused
   * @param arrivals the requests on their way, of which the oldest leaves its place to a new call
   */
  CallLimit(int max, ThreadChoice threads, InboundLimiter arrivals) {
    this.max = max;
    this.threads = threads;
    this.arrivals = arrivals;
    this.refusal =
        Status.RESOURCE_EXHAUSTED.withDescription(
            "more than " + max + " calls at once, try again later");
  }

  @Override
  public <Q, A> Executor getExecutor(ServerCall<Q, A> call, Metadata headers) {
    String method = call.getMethodDescriptor().getFullMethodName();
    InboundRequest arrival = InboundLimiter.current();
    if (!GrpcThreads.isHealth(method) && !hasPlace(arrival)) {
      return this::refuse;
    }
    if (arrival == null) {
      return threads.of(method, 0);
    }
    // Read at once, what arrives is counted from its first byte. Two, because a second request
    // is noticed by its beginning.
    call.request(2);
    Executor bySize = step -> threads.of(method, arrival.size()).execute(step);
    return unlessAnswered(arrival, ConnectionLimit.working(call, bySize));
  }

  /** What is left of an answered call is to be forgotten, for which no thread is woken. */
  private static Executor unlessAnswered(InboundRequest arrival, Executor threads) {
    return step -> {
      if (arrival.isAnswered()) {
        step.run();
      } else {
        threads.execute(step);
      }
    };
  }

  private boolean hasPlace(@Nullable InboundRequest arrival) {
    if (underWay.incrementAndGet() > max && !arrivals.endOldestStarted(arrival, refusal)) {
      underWay.decrementAndGet();
      return false;
    }
    if (arrival != null) {
      arrival.takePlace(underWay::decrementAndGet);
    }
    return true;
  }

  private void refuse(Runnable step) {
    isRefusing.set(true);
    try {
      step.run();
    } finally {
      isRefusing.remove();
    }
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (isRefusing.get()) {
      call.close(refusal, new Metadata());
      return new Listener<>() {};
    }
    return started(call, headers, next);
  }

  private <Q, A> Listener<Q> started(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    boolean isStarted = false;
    try {
      Listener<Q> listener = new Releasing<>(next.startCall(asked(call), headers));
      isStarted = true;
      return listener;
    } finally {
      if (!isStarted) {
        leave();
      }
    }
  }

  /**
   * A call whose only request was asked for before it had a thread. To ask again would wake the
   * thread of its connection.
   */
  private static <Q, A> ServerCall<Q, A> asked(ServerCall<Q, A> call) {
    boolean isAsked =
        InboundLimiter.current() != null
            && call.getMethodDescriptor().getType().clientSendsOneMessage();
    return isAsked ? new AskedCall<>(call) : call;
  }

  private static final class AskedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {

    AskedCall(ServerCall<Q, A> call) {
      super(call);
    }

    @Override
    public void request(int messages) {}
  }

  private void leave() {
    InboundRequest arrival = InboundLimiter.current();
    if (arrival == null) {
      underWay.decrementAndGet();
    } else {
      arrival.leavePlace();
    }
  }

  /** Every call ends with exactly one of these two callbacks. */
  private final class Releasing<Q> extends SimpleForwardingServerCallListener<Q> {

    Releasing(Listener<Q> delegate) {
      super(delegate);
    }

    @Override
    public void onCancel() {
      leave();
      super.onCancel();
    }

    @Override
    public void onComplete() {
      leave();
      super.onComplete();
    }
  }
}
