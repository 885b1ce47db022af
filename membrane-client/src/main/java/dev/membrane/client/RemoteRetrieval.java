package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.PageRequest;
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
    return AnswerDecoder.retrieved(
        rpc.call(
            MembraneServiceBlockingStub::retrieve,
            Requests.retrieve(requireNonNull(request, "request"))));
  }

  @Override
  public RecordView byId(String id, TrustContext trust) {
    return AnswerDecoder.record(
        rpc.call(
            MembraneServiceBlockingStub::retrieveByID,
            RetrieveByIDRequest.newBuilder()
                .setId(requireNonNull(id, "id"))
                .setTrust(Requests.trust(requireNonNull(trust, "trust")))
                .build()));
  }

  @Override
  public RecordView byId(String id, TrustContext trust, Instant asOf) {
    return AnswerDecoder.record(
        rpc.call(
            MembraneServiceBlockingStub::retrieveByID,
            RetrieveByIDRequest.newBuilder()
                .setId(requireNonNull(id, "id"))
                .setTrust(Requests.trust(requireNonNull(trust, "trust")))
                .setAsOf(requireNonNull(asOf, "as_of").toString())
                .build()));
  }

  @Override
  public ReplayAnswer replay(String receiptId) {
    return ReplayDecoder.answer(
        rpc.call(
            MembraneServiceBlockingStub::replayRetrieval,
            ReplayRetrievalRequest.newBuilder()
                .setReceiptId(requireNonNull(receiptId, "receipt_id"))
                .build()));
  }

  @Override
  public RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request) {
    requireNonNull(request, "request");
    PageRequest page = request.page();
    dev.membrane.grpc.v1.RetrieveEpisodeRequest.Builder wanted =
        dev.membrane.grpc.v1.RetrieveEpisodeRequest.newBuilder()
            .setEpisode(request.episode())
            .setScope(caller.episodeScope(request.scope()))
            .setUnscoped(Requests.isUnscoped(request.scope()))
            .setNewestFirst(request.newestFirst())
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.under(page.trust(), wanted::setTrust);
    return AnswerDecoder.episode(
        rpc.call(MembraneServiceBlockingStub::retrieveEpisode, wanted.build()));
  }
}
