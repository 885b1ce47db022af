package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.grpc.v1.ListEpisodesRequest;
import dev.membrane.grpc.v1.ListRelationsRequest;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.store.Statistics.ScopeCount;
import org.jspecify.annotations.Nullable;

/** Lists records, relations, episodes, skills and scopes. */
record RemoteListing(Rpc rpc, RemoteCaller caller) implements Listing {

  @Override
  public Page<RecordView> records(ListRecordsRequest request) {
    requireNonNull(request, "request");
    caller.require(Permission.RETRIEVE, "listing records");
    dev.membrane.grpc.v1.ListRecordsRequest.Builder wanted =
        dev.membrane.grpc.v1.ListRecordsRequest.newBuilder()
            .addAllMemoryTypes(request.memoryTypes().stream().map(MemoryType::wireName).toList())
            .addAllTags(request.tags())
            .setIncludeRetracted(request.includeRetracted())
            .setPageSize(request.page().pageSize())
            .setCursor(request.page().cursor());
    Requests.set(request.threadId(), wanted::setThreadId);
    Requests.set(Requests.text(request.createdFrom()), wanted::setCreatedFrom);
    Requests.set(Requests.text(request.createdUntil()), wanted::setCreatedUntil);
    Requests.set(Requests.text(request.updatedFrom()), wanted::setUpdatedFrom);
    Requests.set(Requests.text(request.asOf()), wanted::setAsOf);
    Requests.set(Requests.text(request.updatedUntil()), wanted::setUpdatedUntil);
    Requests.under(caller.narrowed(request.page().trust()), wanted::setTrust);
    return PageDecoder.records(rpc.call(MembraneServiceBlockingStub::listRecords, wanted.build()));
  }

  @Override
  public Page<Listing.Edge> relations(String id, PageRequest page) {
    requireNonNull(id, "id");
    requireNonNull(page, "page");
    caller.require(Permission.RETRIEVE, "listing relations");
    ListRelationsRequest.Builder wanted =
        ListRelationsRequest.newBuilder()
            .setId(id)
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.under(caller.narrowed(page.trust()), wanted::setTrust);
    return PageDecoder.relations(
        rpc.call(MembraneServiceBlockingStub::listRelations, wanted.build()));
  }

  @Override
  public Page<Listing.EpisodeSummary> episodes(@Nullable String key, PageRequest page) {
    requireNonNull(page, "page");
    caller.require(Permission.RETRIEVE, "listing episodes");
    ListEpisodesRequest.Builder wanted =
        ListEpisodesRequest.newBuilder().setPageSize(page.pageSize()).setCursor(page.cursor());
    Requests.set(key, wanted::setEpisode);
    Requests.under(caller.narrowed(page.trust()), wanted::setTrust);
    return PageDecoder.episodes(
        rpc.call(MembraneServiceBlockingStub::listEpisodes, wanted.build()));
  }

  @Override
  public Page<Listing.AgentSkill> skills(ListSkillsRequest request) {
    requireNonNull(request, "request");
    caller.require(Permission.RETRIEVE, "listing skills");
    PageRequest page = request.page();
    dev.membrane.grpc.v1.ListSkillsRequest.Builder wanted =
        dev.membrane.grpc.v1.ListSkillsRequest.newBuilder()
            .setIncludeStopped(request.includeStopped())
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.set(request.name(), wanted::setName);
    Requests.set(request.recordId(), wanted::setRecordId);
    Requests.under(caller.narrowed(page.trust()), wanted::setTrust);
    return PageDecoder.skills(rpc.call(MembraneServiceBlockingStub::listSkills, wanted.build()));
  }

  @Override
  public Page<ScopeCount> scopes(PageRequest page) {
    requireNonNull(page, "page");
    caller.require(Permission.RETRIEVE, "listing scopes");
    ListScopesRequest.Builder wanted =
        ListScopesRequest.newBuilder().setPageSize(page.pageSize()).setCursor(page.cursor());
    Requests.under(caller.narrowed(page.trust()), wanted::setTrust);
    return PageDecoder.scopes(rpc.call(MembraneServiceBlockingStub::listScopes, wanted.build()));
  }
}
