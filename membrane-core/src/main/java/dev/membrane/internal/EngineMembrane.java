package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.Membrane;

/** The engine as a whole, which ends with it. */
public final class EngineMembrane extends CallerMemory implements Membrane {

  private final Engine engine;

  /** An engine, and who calls unless somebody else is named. */
  public EngineMembrane(Engine engine, Caller caller) {
    super(engine, caller);
    this.engine = engine;
  }

  @Override
  public void close() {
    engine.close();
  }
}
