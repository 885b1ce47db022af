package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.ReplayAnswer;
import dev.membrane.Retrieval;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Tracer.Operation;
import java.time.Instant;

/** Retrieves records for one caller. */
record EngineRetrieval(MemoryCalls calls, ReadServices reads, Caller caller) implements Retrieval {

  @Override
  public RetrieveAnswer retrieve(RetrieveRequest request) {
    requireNonNull(request, "request");
    return calls.answer(
        Operation.SEARCH,
        (span, answer) -> span.records(answer.entries().size()),
        () -> reads.receipts().retrieve(request, caller));
  }

  @Override
  public RecordView byId(String id, TrustContext trust) {
    requireNonNull(id, "id");
    requireNonNull(trust, "trust");
    return calls.answer(Operation.SEARCH, id, () -> reads.retrieval().byId(id, trust, caller));
  }

  @Override
  public RecordView byId(String id, TrustContext trust, Instant asOf) {
    requireNonNull(id, "id");
    requireNonNull(trust, "trust");
    requireNonNull(asOf, "as_of");
    return calls.answer(
        Operation.SEARCH, id, () -> reads.retrieval().byId(id, trust, asOf, caller));
  }

  @Override
  public ReplayAnswer replay(String receiptId) {
    requireNonNull(receiptId, "receipt_id");
    return calls.answer(
        Operation.SEARCH, (span, answer) -> {}, () -> reads.receipts().replay(receiptId, caller));
  }

  @Override
  public RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request) {
    requireNonNull(request, "request");
    return calls.answer(
        Operation.SEARCH,
        (span, answer) -> span.records(answer.recordIds().size()),
        () -> reads.listing().episode(request, caller));
  }
}
