package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.ConsolidationResult;
import dev.membrane.FailedPreconditionException;
import dev.membrane.JobsReport;
import dev.membrane.Maintenance;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Permission;
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.schema.ValidationException;
import org.jspecify.annotations.Nullable;

/** Refuses to run any job but a consolidation: a server runs the others in the background. */
record RemoteMaintenance(Rpc rpc, RemoteCaller caller) implements Maintenance {

  @Override
  public ConsolidationResult consolidate() {
    requirePermission();
    return run(RunConsolidationRequest.getDefaultInstance());
  }

  @Override
  public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
    requireNonNull(stage, "stage");
    requirePermission();
    requireName("again", stage);
    requireWholeGrant();
    RunConsolidationRequest.Builder request = RunConsolidationRequest.newBuilder().setAgain(stage);
    if (scope != null) {
      requireName("scope", scope);
      request.setScope(scope);
    }
    return run(request.build());
  }

  private void requirePermission() {
    caller.require(Permission.ADMIN, "running the consolidation");
  }

  /** The call has no trust, so a server queues whatever the key may see. */
  private void requireWholeGrant() {
    if (caller.narrowed(null) != null) {
      throw new FailedPreconditionException(
          "a server queues all episodes that the key may see: name a caller without scopes and"
              + " without a level");
    }
  }

  private ConsolidationResult run(RunConsolidationRequest request) {
    return AnswerDecoder.consolidation(
        rpc.longCall(MembraneServiceBlockingStub::runConsolidation, request));
  }

  /** An empty text is none on the wire, and would mean something else. */
  private static void requireName(String field, String name) {
    if (name.isEmpty()) {
      throw new ValidationException(field, "must not be blank");
    }
  }

  @Override
  public JobsReport jobs() {
    caller.require(Permission.ADMIN, "listing jobs");
    return PageDecoder.jobs(
        rpc.call(MembraneServiceBlockingStub::listJobs, ListJobsRequest.getDefaultInstance()));
  }

  @Override
  public int prune() {
    throw refused("pruning");
  }

  @Override
  public int expireIdempotencyKeys() {
    throw refused("forgetting idempotency keys");
  }

  @Override
  public EmbeddingResult embed() {
    throw refused("embedding");
  }

  @Override
  public long embeddingBacklog() {
    return MetricsDecoder.read(rpc, caller).embeddingBacklog();
  }

  private RuntimeException refused(String doing) {
    caller.require(Permission.ADMIN, doing);
    return new FailedPreconditionException("a server does its maintenance by itself");
  }
}
