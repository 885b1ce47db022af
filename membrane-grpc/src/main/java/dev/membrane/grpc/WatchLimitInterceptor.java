package dev.membrane.grpc;

import dev.membrane.server.limits.PlaceShares;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;

/**
 * Limits the watches of health, which need no key and last for as long as their callers like. No
 * address may have more than a quarter of them. A single check is always answered. Thread-safe.
 */
final class WatchLimitInterceptor implements ServerInterceptor {

  private static final int SHARES = 4;

  private static final String WATCH = HealthGrpc.getWatchMethod().getFullMethodName();

  private static final Status REFUSAL =
      Status.RESOURCE_EXHAUSTED.withDescription("too many watches of health, ask by Check");

  private final PlaceShares places;

  /**
   * A limit that nobody has used yet.
   *
   * @param max watches at once
   */
  WatchLimitInterceptor(int max) {
    this.places = new PlaceShares(max, max / SHARES);
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (!call.getMethodDescriptor().getFullMethodName().equals(WATCH)) {
      return next.startCall(call, headers);
    }
    String address = Peer.of(call);
    if (!places.take(address)) {
      call.close(REFUSAL, new Metadata());
      return new Listener<>() {};
    }
    return new Watching<>(next.startCall(call, headers), address);
  }

  /** Every call ends with exactly one of these two callbacks. */
  private final class Watching<Q> extends SimpleForwardingServerCallListener<Q> {

    private final String address;

    Watching(Listener<Q> delegate, String address) {
      super(delegate);
      this.address = address;
    }

    @Override
    public void onCancel() {
      places.give(address);
      super.onCancel();
    }

    @Override
    public void onComplete() {
      places.give(address);
      super.onComplete();
    }
  }
}
