package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.store.Statistics.ScopeCount;
import org.jspecify.annotations.Nullable;

/** Lists records, relations, episodes, skills and scopes for one caller. */
record EngineListing(MemoryCalls calls, ReadServices reads, Caller caller) implements Listing {

  @Override
  public Page<RecordView> records(ListRecordsRequest request) {
    requireNonNull(request, "request");
    return calls.answer(
        Operation.SEARCH,
        (span, page) -> span.records(page.items().size()),
        () -> reads.listing().records(request, caller));
  }

  @Override
  public Page<Listing.Edge> relations(String id, PageRequest page) {
    requireNonNull(id, "id");
    requireNonNull(page, "page");
    return calls.answer(Operation.SEARCH, id, () -> reads.listing().relations(id, page, caller));
  }

  @Override
  public Page<Listing.EpisodeSummary> episodes(@Nullable String key, PageRequest page) {
    requireNonNull(page, "page");
    return calls.answer(
        Operation.SEARCH,
        (span, answer) -> span.records(answer.items().size()),
        () -> reads.listing().episodes(key, page, caller));
  }

  @Override
  public Page<Listing.AgentSkill> skills(ListSkillsRequest request) {
    requireNonNull(request, "request");
    return calls.answer(
        Operation.SEARCH,
        (span, page) -> span.records(page.items().size()),
        () -> reads.listing().skills(request, caller));
  }

  @Override
  public Page<ScopeCount> scopes(PageRequest page) {
    requireNonNull(page, "page");
    return calls.answer(
        Operation.SEARCH, (span, answer) -> {}, () -> reads.listing().scopes(page, caller));
  }
}
