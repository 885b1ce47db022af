package dev.membrane.internal.retrieve.vector;

import dev.membrane.spi.ModelException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * The calls of an embedder that are under way. While too many hang, one at a time tries whether
 * another would, and the first that does not lets all begin again. Thread-safe.
 */
final class BegunCalls {

  private static final int MAX_HANGING = 8;

  private final Duration most;
  private final Set<BegunCall> underWay = new HashSet<>();

  /** A call that was begun. */
  static final class BegunCall {

    private final long begun = System.nanoTime();
  }

  /**
   * None is begun yet.
   *
   * @param most a call that takes longer hangs
   */
  BegunCalls(Duration most) {
    this.most = most;
  }

  /**
   * Begins a call.
   *
   * @throws ModelException if too many hang
   */
  synchronized BegunCall begin() {
    BegunCall call = new BegunCall();
    long hanging = underWay.stream().filter(hangingAt(call.begun)).count();
    if (hanging >= MAX_HANGING && hanging < underWay.size()) {
      throw ModelException.temporary(
          "the embedder hangs in " + hanging + " calls", new TimeoutException());
    }
    underWay.add(call);
    return call;
  }

  /** A call has ended. If it did not hang, what others did says nothing of the next. */
  synchronized void end(BegunCall call) {
    underWay.remove(call);
    Predicate<BegunCall> hanging = hangingAt(System.nanoTime());
    if (!hanging.test(call)) {
      underWay.removeIf(hanging);
    }
  }

  private Predicate<BegunCall> hangingAt(long now) {
    return call -> now - call.begun >= most.toNanos();
  }
}
