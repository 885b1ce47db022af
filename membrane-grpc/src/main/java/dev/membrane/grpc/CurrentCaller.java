package dev.membrane.grpc;

import dev.membrane.Caller;
import io.grpc.Context;

/** Who makes the call under way, from the check of their key to the engine. */
final class CurrentCaller {

  /** Without a check nobody has to say who they are. */
  private static final Context.Key<Caller> KEY =
      Context.keyWithDefault("membrane-caller", Caller.ANONYMOUS);

  private CurrentCaller() {}

  /** The caller of the call that this thread works on, who waits until it is cancelled or late. */
  static Caller get() {
    Context context = Context.current();
    return KEY.get(context).waitingUntil(context::isCancelled);
  }

  /** The current context, with a caller. */
  static Context in(Caller caller) {
    return Context.current().withValue(KEY, caller);
  }
}
