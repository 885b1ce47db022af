package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.store.Statistics.ScopeCount;

/** Lists what there is over HTTP. */
final class HttpListing implements Listing {

  private final HttpMemory.Call call;

  HttpListing(HttpMemory.Call call) {
    this.call = call;
  }

  @Override
  public Page<RecordView> records(ListRecordsRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.page(request.page()).put("include_retracted", request.includeRetracted());
    HttpRequests.putAll(
        body, "memory_types", request.memoryTypes().stream().map(MemoryType::wireName).toList());
    HttpRequests.putAll(body, "tags", request.tags());
    HttpRequests.putIfAny(body, "thread_id", request.threadId());
    HttpRequests.putIfAny(body, "created_from", request.createdFrom());
    HttpRequests.putIfAny(body, "created_until", request.createdUntil());
    HttpRequests.putIfAny(body, "updated_from", request.updatedFrom());
    HttpRequests.putIfAny(body, "updated_until", request.updatedUntil());
    HttpRequests.putIfAny(body, "as_of", request.asOf());
    return HttpAnswers.records(call.to("list-records", body));
  }

  @Override
  public Page<Listing.Edge> relations(String id, PageRequest page) {
    requireNonNull(id, "id");
    return HttpAnswers.relations(call.to("list-relations", HttpRequests.page(page).put("id", id)));
  }

  @Override
  public Page<Listing.EpisodeSummary> episodes(String key, PageRequest page) {
    ObjectNode body = HttpRequests.page(page);
    HttpRequests.putIfAny(body, "episode", key);
    return HttpAnswers.episodes(call.to("list-episodes", body));
  }

  @Override
  public Page<Listing.AgentSkill> skills(ListSkillsRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.page(request.page()).put("include_stopped", request.includeStopped());
    HttpRequests.putIfAny(body, "name", request.name());
    HttpRequests.putIfAny(body, "record_id", request.recordId());
    return HttpAnswers.skills(call.to("list-skills", body));
  }

  @Override
  public Page<ScopeCount> scopes(PageRequest page) {
    return HttpAnswers.scopes(call.to("list-scopes", HttpRequests.page(page)));
  }
}
