package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.EraseRequest;
import dev.membrane.Permission;
import dev.membrane.Revision;
import dev.membrane.Revision.EraseReport;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.ContestResponse;
import dev.membrane.grpc.v1.DeleteEpisodeRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.DeleteResponse;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.PenalizeResponse;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetractResponse;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes what is known. */
record RemoteRevision(Rpc rpc, RemoteCaller caller, @Nullable TrustContext trust)
    implements Revision {

  private static final String ID = "id";
  private static final String RATIONALE = "rationale";
  private static final String REVISING = "revising";
  private static final String DELETING = "deleting";

  @Override
  public Revision under(TrustContext narrower) {
    return new RemoteRevision(rpc, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public RecordView supersede(String oldId, RecordDraft successor, String rationale) {
    caller.require(Permission.REVISE, REVISING);
    SupersedeRequest.Builder request =
        SupersedeRequest.newBuilder()
            .setOldId(requireNonNull(oldId, "old_id"))
            .setNewRecord(Requests.draft(requireNonNull(successor, "successor")))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    return AnswerDecoder.record(rpc.call(MembraneServiceBlockingStub::supersede, request.build()));
  }

  @Override
  public RecordView fork(String sourceId, RecordDraft fork, String rationale) {
    caller.require(Permission.REVISE, REVISING);
    ForkRequest.Builder request =
        ForkRequest.newBuilder()
            .setSourceId(requireNonNull(sourceId, "source_id"))
            .setForkedRecord(Requests.draft(requireNonNull(fork, "fork")))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    return AnswerDecoder.record(rpc.call(MembraneServiceBlockingStub::fork, request.build()));
  }

  @Override
  public RecordView merge(List<String> ids, RecordDraft merged, String rationale) {
    caller.require(Permission.REVISE, REVISING);
    MergeRequest.Builder request =
        MergeRequest.newBuilder()
            .addAllIds(Requests.elements("ids", ids))
            .setMergedRecord(Requests.draft(requireNonNull(merged, "merged")))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    return AnswerDecoder.record(rpc.call(MembraneServiceBlockingStub::merge, request.build()));
  }

  @Override
  public void reinforce(String id, String rationale) {
    caller.require(Permission.REVISE, "reinforcing");
    ReinforceRequest.Builder request =
        ReinforceRequest.newBuilder()
            .setId(requireNonNull(id, ID))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    ReinforceResponse unused = rpc.call(MembraneServiceBlockingStub::reinforce, request.build());
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    caller.require(Permission.REVISE, "penalizing");
    PenalizeRequest.Builder request =
        PenalizeRequest.newBuilder()
            .setId(requireNonNull(id, ID))
            .setAmount(amount)
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    PenalizeResponse unused = rpc.call(MembraneServiceBlockingStub::penalize, request.build());
  }

  @Override
  public void retract(String id, String rationale) {
    caller.require(Permission.REVISE, REVISING);
    RetractRequest.Builder request =
        RetractRequest.newBuilder()
            .setId(requireNonNull(id, ID))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    RetractResponse unused = rpc.call(MembraneServiceBlockingStub::retract, request.build());
  }

  @Override
  public void contest(String id, String contestingRef, String rationale) {
    caller.require(Permission.REVISE, REVISING);
    ContestRequest.Builder request =
        ContestRequest.newBuilder()
            .setId(requireNonNull(id, ID))
            .setContestingRef(requireNonNull(contestingRef, "contesting_ref"))
            .setActor(caller.actor())
            .setRationale(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    ContestResponse unused = rpc.call(MembraneServiceBlockingStub::contest, request.build());
  }

  @Override
  public void delete(String id, String rationale) {
    delete(id, rationale, false);
  }

  @Override
  public void deleteOverridingPolicy(String id, String rationale) {
    delete(id, rationale, true);
  }

  private void delete(String id, String rationale, boolean overridesPolicy) {
    if (overridesPolicy) {
      caller.require(Permission.ADMIN, "override_policy");
    }
    caller.require(Permission.REVISE, DELETING);
    DeleteRequest.Builder request =
        DeleteRequest.newBuilder()
            .setId(requireNonNull(id, ID))
            .setReason(requireNonNull(rationale, RATIONALE))
            .setOverridePolicy(overridesPolicy);
    Requests.under(caller.narrowed(trust), request::setTrust);
    DeleteResponse unused = rpc.call(MembraneServiceBlockingStub::delete, request.build());
  }

  @Override
  public List<String> deleteEpisode(String episode, @Nullable String scope, String rationale) {
    caller.require(Permission.REVISE, DELETING);
    DeleteEpisodeRequest.Builder request =
        DeleteEpisodeRequest.newBuilder()
            .setEpisode(requireNonNull(episode, "episode"))
            .setScope(caller.episodeScope(scope))
            .setUnscoped(Requests.isUnscoped(scope))
            .setReason(requireNonNull(rationale, RATIONALE));
    Requests.under(caller.narrowed(trust), request::setTrust);
    return List.copyOf(
        rpc.call(MembraneServiceBlockingStub::deleteEpisode, request.build()).getRecordIdsList());
  }

  /** Waits for the end, however long that takes. */
  @Override
  public EraseReport erase(EraseRequest request) {
    requireNonNull(request, "request");
    caller.require(Permission.ADMIN, "erasing");
    dev.membrane.grpc.v1.EraseRequest.Builder wanted =
        dev.membrane.grpc.v1.EraseRequest.newBuilder()
            .addAllIds(request.ids())
            .setReason(request.reason())
            .setDryRun(request.dryRun())
            .setOverridePolicy(request.overridePolicy());
    Requests.set(request.scope(), wanted::setScope);
    Requests.set(request.subject(), wanted::setSubject);
    Requests.under(caller.narrowed(trust), wanted::setTrust);
    return ErasureDecoder.report(
        rpc.longCall(MembraneServiceBlockingStub::erase, wanted.build()).getReport());
  }
}
