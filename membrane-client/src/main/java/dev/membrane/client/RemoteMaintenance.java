package dev.membrane.client;

import dev.membrane.ClosedException;
import dev.membrane.ConsolidationResult;
import dev.membrane.EmbeddingResult;
import dev.membrane.FailedPreconditionException;
import dev.membrane.JobsReport;
import dev.membrane.Maintenance;
import dev.membrane.Permission;
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import java.util.function.BooleanSupplier;

/**
 * Refuses to run any job but a consolidation: a server runs the others in the background.
 *
 * @param isClosed whether no call is made any more
 */
record RemoteMaintenance(Rpc rpc, RemoteCaller caller, BooleanSupplier isClosed)
    implements Maintenance {

  @Override
  public ConsolidationResult consolidate() {
    caller.require(Permission.ADMIN, "running the consolidation");
    return AnswerDecoder.consolidation(
        rpc.longCall(
            MembraneServiceBlockingStub::runConsolidation,
            RunConsolidationRequest.getDefaultInstance()));
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
    return isClosed.getAsBoolean()
        ? new ClosedException()
        : new FailedPreconditionException("a server does its maintenance by itself");
  }
}
