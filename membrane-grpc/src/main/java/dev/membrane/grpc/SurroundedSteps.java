package dev.membrane.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ServerCall.Listener;

/** Does something around each step of a call in which requests are read or answered. */
abstract class SurroundedSteps<Q> extends SimpleForwardingServerCallListener<Q> {

  SurroundedSteps(Listener<Q> delegate) {
    super(delegate);
  }

  /** Runs a step. */
  abstract void step(Runnable step);

  @Override
  public void onMessage(Q message) {
    step(() -> super.onMessage(message));
  }

  @Override
  public void onHalfClose() {
    step(super::onHalfClose);
  }

  @Override
  public void onCancel() {
    step(super::onCancel);
  }
}
