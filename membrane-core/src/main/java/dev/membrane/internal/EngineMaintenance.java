package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.EmbeddingResult;
import dev.membrane.JobsReport;
import dev.membrane.Maintenance;
import dev.membrane.Permission;
import org.jspecify.annotations.Nullable;

/** Does the work of the background jobs for one caller. */
record EngineMaintenance(Engine engine, Caller caller) implements Maintenance {

  @Override
  public ConsolidationResult consolidate() {
    return engine.serving().consolidation().run(caller);
  }

  @Override
  public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
    return engine.serving().consolidation().runAgain(stage, scope, caller);
  }

  @Override
  public JobsReport jobs() {
    return engine.serving().waiting().report(caller);
  }

  @Override
  public int prune() {
    return permitted("pruning").prune();
  }

  @Override
  public int expireIdempotencyKeys() {
    return permitted("forgetting idempotency keys").expireIdempotencyKeys();
  }

  @Override
  public EmbeddingResult embed() {
    return permitted("embedding").embed();
  }

  @Override
  public long embeddingBacklog() {
    return engine.serving().metrics().embeddingBacklog(caller);
  }

  private Engine permitted(String doing) {
    caller.require(Permission.ADMIN, doing);
    return engine.serving();
  }
}
