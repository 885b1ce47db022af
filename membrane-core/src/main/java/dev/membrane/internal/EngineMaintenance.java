package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.JobsReport;
import dev.membrane.Maintenance;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Permission;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does the work of the background jobs for one caller. */
record EngineMaintenance(Engine engine, Caller caller) implements Maintenance {

  @Override
  public ConsolidationResult consolidate() {
    return engine.calls().served(() -> engine.writes().consolidation().run(caller));
  }

  @Override
  public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
    requireNonNull(stage, "stage");
    return engine
        .calls()
        .served(() -> engine.writes().consolidation().runAgain(stage, scope, caller));
  }

  @Override
  public JobsReport jobs() {
    return engine.calls().served(() -> engine.reads().waiting().report(caller));
  }

  @Override
  public int prune() {
    return permitted("pruning", engine::prune);
  }

  @Override
  public int expireIdempotencyKeys() {
    return permitted("forgetting idempotency keys", engine::expireIdempotencyKeys);
  }

  @Override
  public EmbeddingResult embed() {
    return permitted("embedding", engine::embed);
  }

  @Override
  public long embeddingBacklog() {
    return engine.calls().served(() -> engine.reads().metrics().embeddingBacklog(caller));
  }

  private <T> T permitted(String doing, Supplier<T> job) {
    return engine
        .calls()
        .served(
            () -> {
              caller.require(Permission.ADMIN, doing);
              return job.get();
            });
  }
}
