package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.TrustContext;
import dev.membrane.spi.AuditLink;
import java.util.List;

/** Says to one caller what was done to a record. */
record EngineAuditLog(Engine engine, Caller caller) implements AuditLog {

  @Override
  public List<AuditLink> of(String id) {
    return engine.serving().audit().log(requireNonNull(id, "id"), null, caller);
  }

  @Override
  public List<AuditLink> of(String id, TrustContext trust) {
    requireNonNull(trust, "trust");
    return engine.serving().audit().log(requireNonNull(id, "id"), trust, caller);
  }
}
