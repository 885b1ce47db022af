package dev.membrane.grpc;

import static java.util.Objects.requireNonNull;

import dev.membrane.server.Admission;
import io.grpc.Context;

/** The admission of the call under way, from the check of its key to the engine. */
final class CurrentAdmission {

  private static final Context.Key<Admission> KEY = Context.key("membrane-admission");

  private CurrentAdmission() {}

  /**
   * The admission of the call that this thread works on, whose caller waits until it is cancelled
   * or late.
   *
   * @throws NullPointerException if the call was let past {@link GateInterceptor}
   */
  static Admission get() {
    Context context = Context.current();
    return requireNonNull(KEY.get(context), "admission").waitingUntil(context::isCancelled);
  }

  /** The current context, with an admission. */
  static Context in(Admission admission) {
    return Context.current().withValue(KEY, admission);
  }
}
