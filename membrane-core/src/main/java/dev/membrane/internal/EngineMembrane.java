package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Membrane;
import dev.membrane.MetricsSnapshot;
import dev.membrane.Retrieval;
import dev.membrane.Revision;

/** The engine as one caller sees it. */
public final class EngineMembrane implements Membrane {

  private final Engine engine;
  private final Caller caller;

  /** An engine for a caller. */
  public EngineMembrane(Engine engine, Caller caller) {
    this.engine = engine;
    this.caller = caller;
  }

  @Override
  public Membrane as(Caller other) {
    return new EngineMembrane(engine, requireNonNull(other, "caller"));
  }

  @Override
  public Ingestion ingestion() {
    return new EngineIngestion(engine, caller);
  }

  @Override
  public Retrieval retrieval() {
    return new EngineRetrieval(engine, caller);
  }

  @Override
  public Listing listing() {
    return new EngineListing(engine, caller);
  }

  @Override
  public Revision revision() {
    return new EngineRevision(engine, caller, null);
  }

  @Override
  public Maintenance maintenance() {
    return new EngineMaintenance(engine, caller);
  }

  @Override
  public AuditLog audit() {
    return new EngineAuditLog(engine, caller);
  }

  @Override
  public MetricsSnapshot metrics() {
    return engine.serving().metrics().snapshot(caller);
  }

  @Override
  public void check() {
    engine.serving().check();
  }

  @Override
  public void close() {
    engine.close();
  }
}
