package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayedRecord;
import dev.membrane.ReplayedRecord.Difference;
import dev.membrane.ReplayedRecord.Place;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.internal.engine.AnswerReceipts;
import dev.membrane.internal.engine.RecordIds;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Header;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was answered, and shows it beside what would be answered now. Safe for use by many
 * threads.
 */
public final class ReceiptService {

  private final MemoryStore store;
  private final RetrievalService retrieval;
  private final Duration retention;
  private final InstantSource clock;
  private final Supplier<String> ids;

  /**
   * A service over a store.
   *
   * @param retention how long receipts are kept
   * @param ids makes the ids of receipts
   */
  public ReceiptService(
      MemoryStore store,
      RetrievalService retrieval,
      Duration retention,
      InstantSource clock,
      Supplier<String> ids) {
    this.store = store;
    this.retrieval = retrieval;
    this.retention = retention;
    this.clock = clock;
    this.ids = ids;
  }

  /** Answers a question, and keeps a receipt if one is asked for. */
  public RetrieveAnswer retrieve(RetrieveRequest request, Caller caller) {
    if (!request.receipt()) {
      return retrieval.retrieve(request, caller);
    }
    caller.require(Permission.RETRIEVE, "retrieving");
    Visibility seen = CheckedRequest.requireTrust(request.trust()).of(caller);
    AnswerReceipt.check(request);
    Instant at = clock.instant().truncatedTo(ChronoUnit.MICROS);
    RetrievalService.Found found = retrieval.find(request, caller);
    RetrieveAnswer shaped = found.shaped();
    String id = ids.get();
    Map<String, Place> places = places(found, shaped.scores().size());
    AnswerReceipt receipt = new AnswerReceipt(at, caller.name(), seen, request, places);
    Key key = new Key(AnswerReceipts.PREFIX + id, receipt.toJson(), null);
    store.commit(
        Changeset.builder()
            .addKey(key)
            .enqueue(new QueueRow(AnswerReceipts.EXPIRY, key.name(), at.plus(retention), 0))
            .build());
    return shaped.under(id);
  }

  /**
   * What was answered under a receipt, and what would be answered now to whoever asked, as far as
   * the caller sees it.
   *
   * @throws NotFoundException if there is no such receipt that the caller may see
   */
  public ReplayAnswer replay(String receiptId, Caller caller) {
    caller.require(Permission.RETRIEVE, "replaying answers");
    String canonical = RecordIds.canonical(receiptId).orElseThrow(ReceiptService::unknown);
    AnswerReceipt receipt =
        store.find(List.of(AnswerReceipts.PREFIX + canonical)).stream()
            .findFirst()
            .map(key -> AnswerReceipt.of(key.value()))
            .filter(it -> it.principal().equals(caller.name()) || caller.may(Permission.ADMIN))
            .filter(it -> clock.instant().isBefore(it.at().plus(retention)))
            .orElseThrow(ReceiptService::unknown);
    Caller bounded = caller.seeing(caller.visibility().and(receipt.seen()));
    RetrievalService.Found found = retrieval.find(receipt.request(), bounded);
    return compared(receipt, places(found, Integer.MAX_VALUE), bounded);
  }

  private static NotFoundException unknown() {
    return new NotFoundException("receipt not found");
  }

  private ReplayAnswer compared(AnswerReceipt receipt, Map<String, Place> now, Caller caller) {
    Map<String, Place> then = receipt.places();
    Set<String> seen = seen(then.keySet(), receipt.request(), caller);
    List<ReplayedRecord> records = new ArrayList<>();
    then.forEach(
        (id, place) -> {
          if (seen.contains(id)) {
            @Nullable Place later = now.get(id);
            records.add(new ReplayedRecord(id, place, later, difference(place, later)));
          }
        });
    int withheld = then.size() - records.size();
    Map<String, Place> others = new LinkedHashMap<>(now);
    others.keySet().removeAll(then.keySet());
    Set<String> added = createdAfter(receipt.at(), others.keySet());
    others.forEach(
        (id, place) ->
            records.add(
                new ReplayedRecord(
                    id, null, place, added.contains(id) ? Difference.NEW : Difference.RISEN)));
    return new ReplayAnswer(
        receipt.at(), receipt.principal(), receipt.request(), records, withheld);
  }

  private static Difference difference(Place then, @Nullable Place now) {
    if (now == null) {
      return Difference.DROPPED;
    }
    if (now.version() != then.version()) {
      return Difference.CHANGED;
    }
    return now.equals(then) ? Difference.NONE : Difference.RANKED_ANEW;
  }

  /** Those of some records that are there and that the caller may still know of. */
  private Set<String> seen(Set<String> some, RetrieveRequest request, Caller caller) {
    Visibility visibility = CheckedRequest.requireTrust(request.trust()).of(caller);
    return headers(some).stream()
        .filter(header -> !header.isDeleted())
        .filter(
            header ->
                visibility.sees(header.scope(), header.sensitivity())
                    || visibility.seesRedacted(header.scope(), header.sensitivity()))
        .map(Header::id)
        .collect(Collectors.toSet());
  }

  private Set<String> createdAfter(Instant at, Set<String> some) {
    return headers(some).stream()
        .filter(header -> header.outline() != null && header.outline().createdAt().isAfter(at))
        .map(Header::id)
        .collect(Collectors.toSet());
  }

  private List<Header> headers(Set<String> some) {
    return some.isEmpty() ? List.of() : store.headers(some, Instant.EPOCH);
  }

  /** The first places of an answer, with the versions that its records have. */
  private static Map<String, Place> places(RetrievalService.Found found, int most) {
    RetrieveAnswer answer = found.whole();
    List<String> full = answer.records().stream().map(MemoryRecord::id).toList();
    Map<String, Long> versions = new HashMap<>();
    if (!full.isEmpty()) {
      for (Stored stored : found.store().get(full)) {
        versions.put(stored.record().id(), stored.version());
      }
    }
    Map<String, Place> places = new LinkedHashMap<>();
    for (RecordView view : answer.results()) {
      int rank = places.size() + 1;
      if (rank <= most) {
        double score = answer.scores().get(rank - 1);
        places.put(view.id(), new Place(rank, score, versions.getOrDefault(view.id(), 0L)));
      }
    }
    return places;
  }
}
