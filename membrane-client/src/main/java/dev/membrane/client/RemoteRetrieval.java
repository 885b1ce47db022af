package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.ReplayAnswer;
import dev.membrane.Retrieval;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.ReplayRetrievalRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.schema.RecordView;
import java.time.Instant;

/** Retrieves records. */
record RemoteRetrieval(Rpc rpc, RemoteCaller caller) implements Retrieval {

  @Override
  public RetrieveAnswer retrieve(RetrieveRequest request) {
    requireNonNull(request, "request");
    caller.require(Permission.RETRIEVE, "retrieving");
    TrustContext asked = request.trust();
    // It is required: the server says so of one that is missing.
    TrustContext trust = asked == null ? null : caller.narrowed(asked);
    return AnswerDecoder.retrieved(
        rpc.call(MembraneServiceBlockingStub::retrieve, Requests.retrieve(request, trust)));
  }

  @Override
  public RecordView byId(String id, TrustContext trust) {
    return byId(asked(id, trust));
  }

  @Override
  public RecordView byId(String id, TrustContext trust, Instant asOf) {
    return byId(asked(id, trust).setAsOf(requireNonNull(asOf, "as_of").toString()));
  }

  private RetrieveByIDRequest.Builder asked(String id, TrustContext trust) {
    requireNonNull(id, "id");
    requireNonNull(trust, "trust");
    caller.require(Permission.RETRIEVE, "reading records");
    RetrieveByIDRequest.Builder wanted = RetrieveByIDRequest.newBuilder().setId(id);
    Requests.under(caller.narrowed(trust), wanted::setTrust);
    return wanted;
  }

  private RecordView byId(RetrieveByIDRequest.Builder wanted) {
    return AnswerDecoder.record(
        rpc.call(MembraneServiceBlockingStub::retrieveByID, wanted.build()));
  }

  @Override
  public ReplayAnswer replay(String receiptId) {
    requireNonNull(receiptId, "receipt_id");
    caller.require(Permission.RETRIEVE, "replaying answers");
    return ReplayDecoder.answer(
        rpc.call(
            MembraneServiceBlockingStub::replayRetrieval,
            ReplayRetrievalRequest.newBuilder().setReceiptId(receiptId).build()));
  }

  @Override
  public RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request) {
    requireNonNull(request, "request");
    caller.require(Permission.RETRIEVE, "retrieving an episode");
    PageRequest page = request.page();
    dev.membrane.grpc.v1.RetrieveEpisodeRequest.Builder wanted =
        dev.membrane.grpc.v1.RetrieveEpisodeRequest.newBuilder()
            .setEpisode(request.episode())
            .setScope(caller.episodeScope(request.scope()))
            .setUnscoped(Requests.isUnscoped(request.scope()))
            .setNewestFirst(request.newestFirst())
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.under(caller.narrowed(page.trust()), wanted::setTrust);
    return AnswerDecoder.episode(
        rpc.call(MembraneServiceBlockingStub::retrieveEpisode, wanted.build()));
  }
}
