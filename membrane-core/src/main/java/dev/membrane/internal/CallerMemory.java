package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Memory;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Retrieval;
import dev.membrane.Revision;

/** The engine as one caller reaches it. */
abstract class CallerMemory implements Memory {

  private final Engine engine;
  private final Caller caller;

  /** An engine for a caller. */
  CallerMemory(Engine engine, Caller caller) {
    this.engine = engine;
    this.caller = caller;
  }

  @Override
  public final Memory as(Caller other) {
    return new NamedCallerMemory(engine, requireNonNull(other, "caller"));
  }

  @Override
  public final Ingestion ingestion() {
    return new EngineIngestion(engine.calls(), engine.writes(), caller);
  }

  @Override
  public final Retrieval retrieval() {
    return new EngineRetrieval(engine.calls(), engine.reads(), caller);
  }

  @Override
  public final Listing listing() {
    return new EngineListing(engine.calls(), engine.reads(), caller);
  }

  @Override
  public final Revision revision() {
    return new EngineRevision(engine.calls(), engine.writes(), caller, null);
  }

  @Override
  public final Maintenance maintenance() {
    return new EngineMaintenance(engine, caller);
  }

  @Override
  public final AuditLog audit() {
    return new EngineAuditLog(engine.calls(), engine.reads(), caller, null);
  }

  @Override
  public final MetricsSnapshot metrics() {
    return engine.calls().served(() -> engine.reads().metrics().snapshot(caller));
  }

  @Override
  public final void check() {
    Void unused =
        engine
            .calls()
            .served(
                () -> {
                  engine.check();
                  return null;
                });
  }

  /** What somebody who was named reaches, and does not close. */
  private static final class NamedCallerMemory extends CallerMemory {

    NamedCallerMemory(Engine engine, Caller caller) {
      super(engine, caller);
    }
  }
}
