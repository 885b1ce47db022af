package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.EmbeddingResult;
import dev.membrane.JobsReport;
import dev.membrane.Maintenance;
import dev.membrane.Permission;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does the work of the background jobs for one caller. */
record EngineMaintenance(Engine engine, Caller caller) implements Maintenance {

  @Override
  public ConsolidationResult consolidate() {
    return engine.served(it -> it.consolidation().run(caller));
  }

  @Override
  public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
    return engine.served(it -> it.consolidation().runAgain(stage, scope, caller));
  }

  @Override
  public JobsReport jobs() {
    return engine.served(it -> it.waiting().report(caller));
  }

  @Override
  public int prune() {
    return permitted("pruning", Engine::prune);
  }

  @Override
  public int expireIdempotencyKeys() {
    return permitted("forgetting idempotency keys", Engine::expireIdempotencyKeys);
  }

  @Override
  public EmbeddingResult embed() {
    return permitted("embedding", Engine::embed);
  }

  @Override
  public long embeddingBacklog() {
    return engine.served(it -> it.metrics().embeddingBacklog(caller));
  }

  private <T> T permitted(String doing, Function<Engine, T> job) {
    caller.require(Permission.ADMIN, doing);
    return engine.served(job);
  }
}
