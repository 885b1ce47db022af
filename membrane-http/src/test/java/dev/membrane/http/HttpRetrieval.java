package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.ReplayAnswer;
import dev.membrane.Retrieval;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import java.time.Instant;

/** Gives memory back over HTTP. */
final class HttpRetrieval implements Retrieval {

  private final HttpMemory.Call call;

  HttpRetrieval(HttpMemory.Call call) {
    this.call = call;
  }

  @Override
  public RetrieveAnswer retrieve(RetrieveRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.under(request.trust(), HttpRequests.empty())
            .put("task_descriptor", request.taskDescriptor())
            .put("min_salience", request.minSalience())
            .put("limit", request.limit())
            .put("include_retracted", request.includeRetracted())
            .put("explain", request.explain())
            .put("matching_only", request.matchingOnly())
            .put("view", request.view().wireName())
            .put("max_tokens", request.maxTokens())
            .put("wait_for_embeddings_ms", request.waitForEmbeddings().toMillis());
    HttpRequests.putAll(
        body, "memory_types", request.memoryTypes().stream().map(MemoryType::wireName).toList());
    HttpRequests.putAll(body, "tags", request.tags());
    HttpRequests.putIfAny(body, "thread_id", request.threadId());
    HttpRequests.putIfAny(body, "episode", request.episode());
    HttpRequests.putIfAny(body, "context", request.context());
    HttpRequests.putIfAny(body, "now", request.now());
    HttpRequests.putIfAny(body, "as_of", request.asOf());
    HttpRequests.putIfAny(body, "valid_at", request.validAt());
    body.put("receipt", request.receipt());
    return HttpAnswers.retrieved(call.to("retrieve", body), request.view() == AnswerView.COMPACT);
  }

  @Override
  public RecordView byId(String id, TrustContext trust) {
    requireNonNull(id, "id");
    JsonNode answer =
        call.to(
            "retrieve-by-id",
            HttpRequests.under(requireNonNull(trust, "trust"), HttpRequests.id(id)));
    return HttpAnswers.record(answer.path("record"));
  }

  @Override
  public RecordView byId(String id, TrustContext trust, Instant asOf) {
    ObjectNode request =
        HttpRequests.under(
                requireNonNull(trust, "trust"), HttpRequests.id(requireNonNull(id, "id")))
            .put("as_of", requireNonNull(asOf, "as_of").toString());
    return HttpAnswers.record(call.to("retrieve-by-id", request).path("record"));
  }

  @Override
  public ReplayAnswer replay(String receiptId) {
    ObjectNode request =
        HttpRequests.empty().put("receipt_id", requireNonNull(receiptId, "receipt_id"));
    return HttpPast.replay(call.to("replay-retrieval", request));
  }

  @Override
  public RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.page(request.page())
            .put("episode", request.episode())
            .put("newest_first", request.newestFirst());
    HttpRequests.putScope(body, request.scope());
    return HttpAnswers.episodeEvents(call.to("retrieve-episode", body));
  }
}
