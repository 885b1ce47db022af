package dev.membrane.server;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import java.util.function.BooleanSupplier;

/** A call that was admitted, and the memory as its caller sees it. Immutable. */
public final class Admission {

  private final Membrane membrane;
  private final Caller caller;

  Admission(Membrane membrane, Caller caller) {
    this.membrane = membrane;
    this.caller = caller;
  }

  /** Who calls. */
  public Caller caller() {
    return caller;
  }

  /** The memory for this caller. A transport does not close it. */
  public Membrane membrane() {
    return membrane.as(caller);
  }

  /** The memory for this caller, who acts for somebody, as {@link Caller#actingFor} says. */
  public Membrane actingFor(String actor) {
    return membrane.as(caller.actingFor(actor));
  }

  /** The same, of a caller who waits until something is so, as of a call that is cancelled. */
  public Admission waitingUntil(BooleanSupplier isOver) {
    return new Admission(membrane, caller.waitingUntil(isOver));
  }
}
