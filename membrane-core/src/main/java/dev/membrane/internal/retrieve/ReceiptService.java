package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayedRecord;
import dev.membrane.ReplayedRecord.AnsweredPlace;
import dev.membrane.ReplayedRecord.Difference;
import dev.membrane.ReplayedSelection;
import dev.membrane.ReplayedSelection.Procedure;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.Selection;
import dev.membrane.internal.keys.AnswerReceipt;
import dev.membrane.internal.keys.AnswerReceipts;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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

  /** How many records are read together. */
  private static final int AT_ONCE = 64;

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
    RetrievalService.FoundAnswer found = retrieval.find(request, caller);
    RetrieveAnswer shaped = found.shaped();
    String id = ids.get();
    AnswerReceipt receipt =
        new AnswerReceipt(
            found.at(), caller.name(), seen, request, places(found, shaped), selection(found));
    Key key = new Key(AnswerReceipts.PREFIX + id, receipt.toJson(), null);
    store.commit(
        Changeset.builder()
            .addKey(key)
            .enqueue(new QueueRow(Queues.EXPIRY, key.name(), found.at().plus(retention), 0))
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
    RecordIds.check("receipt_id", receiptId);
    String canonical = RecordIds.canonical(receiptId).orElseThrow(ReceiptService::unknown);
    AnswerReceipt receipt =
        store.find(List.of(AnswerReceipts.PREFIX + canonical)).stream()
            .findFirst()
            .map(key -> AnswerReceipt.of(key.value()))
            .filter(it -> it.principal().equals(caller.name()) || isOpenTo(caller, it))
            .filter(it -> clock.instant().isBefore(it.at().plus(retention)))
            .orElseThrow(ReceiptService::unknown);
    Caller bounded = caller.seeing(caller.visibility().and(receipt.seen()));
    try {
      RetrievalService.FoundAnswer found = retrieval.find(receipt.request(), bounded);
      return compared(receipt, places(found, found.shaped()), "", bounded);
    } catch (ValidationException notKnown) {
      if (!notKnown.field().equals("as_of")) {
        throw notKnown;
      }
      return compared(receipt, null, String.valueOf(notKnown.getMessage()), bounded);
    }
  }

  /** A question may say what its asker saw, so that who sees less is not to read it. */
  private static boolean isOpenTo(Caller caller, AnswerReceipt receipt) {
    return caller.may(Permission.ADMIN)
        && caller.visibility().and(receipt.seen()).equals(receipt.seen());
  }

  private static NotFoundException unknown() {
    return new NotFoundException("receipt not found");
  }

  /**
   * What was answered beside what would be.
   *
   * @param now null if that cannot be told
   * @param refusal why not
   */
  private ReplayAnswer compared(
      AnswerReceipt receipt,
      @Nullable Map<String, AnsweredPlace> now,
      String refusal,
      Caller caller) {
    Map<String, AnsweredPlace> then = receipt.places();
    @Nullable ReplayedSelection selection = receipt.selection();
    Set<String> named = new HashSet<>(then.keySet());
    if (selection != null) {
      selection.selected().forEach(one -> named.add(one.id()));
    }
    Visibility visibility = CheckedRequest.requireTrust(receipt.request().trust()).of(caller);
    Set<String> seen = seen(named, visibility);
    List<ReplayedRecord> records = new ArrayList<>();
    then.forEach(
        (id, place) -> {
          if (seen.contains(id)) {
            @Nullable AnsweredPlace later = now == null ? null : now.get(id);
            Difference difference = now == null ? Difference.UNKNOWN : difference(place, later);
            records.add(new ReplayedRecord(id, place, later, difference));
          }
        });
    if (receipt.request().asOf() == null) {
      nameRetired(records, visibility);
    }
    int withheld = then.size() - records.size();
    if (now != null) {
      addOthers(receipt, now, records);
    }
    return new ReplayAnswer(
        receipt.at(),
        receipt.principal(),
        receipt.request(),
        records,
        withheld,
        selection == null ? null : shown(selection, seen),
        refusal);
  }

  private static ReplayedSelection shown(ReplayedSelection selection, Set<String> seen) {
    return new ReplayedSelection(
        selection.selected().stream().filter(one -> seen.contains(one.id())).toList(),
        selection.confidence(),
        selection.needsMore());
  }

  /** Adds those that were not answered then. */
  private void addOthers(
      AnswerReceipt receipt, Map<String, AnsweredPlace> now, List<ReplayedRecord> records) {
    Map<String, AnsweredPlace> others = new LinkedHashMap<>(now);
    others.keySet().removeAll(receipt.places().keySet());
    Set<String> added = createdAfter(receipt.at(), others.keySet());
    others.forEach(
        (id, place) ->
            records.add(
                new ReplayedRecord(
                    id, null, place, added.contains(id) ? Difference.NEW : Difference.RISEN)));
  }

  private static Difference difference(AnsweredPlace then, @Nullable AnsweredPlace now) {
    if (now == null) {
      return Difference.DROPPED;
    }
    if (now.version() != then.version()) {
      boolean isOutline = now.version() == 0 || then.version() == 0;
      return isOutline ? Difference.OUTLINED : Difference.CHANGED;
    }
    boolean isEqual = now.rank() == then.rank() && now.score() == then.score();
    return isEqual ? Difference.NONE : Difference.RANKED_ANEW;
  }

  /** Says of those that are not answered any more which of them were retired. */
  private void nameRetired(List<ReplayedRecord> records, Visibility visibility) {
    List<String> dropped =
        records.stream()
            .filter(record -> record.difference() == Difference.DROPPED)
            .map(ReplayedRecord::id)
            .toList();
    Set<String> retired = new HashSet<>();
    for (int from = 0; from < dropped.size(); from += AT_ONCE) {
      List<String> some = dropped.subList(from, Math.min(from + AT_ONCE, dropped.size()));
      store.get(some, RecordPages.LARGEST).stream()
          .map(Stored::record)
          .filter(record -> visibility.sees(record) && record.isRetired())
          .forEach(record -> retired.add(record.id()));
    }
    records.replaceAll(
        record ->
            retired.contains(record.id())
                ? new ReplayedRecord(record.id(), record.then(), null, Difference.RETIRED)
                : record);
  }

  /** Those of some records that are there, or in the history, and that the caller may know of. */
  private Set<String> seen(Set<String> some, Visibility visibility) {
    List<Header> headers = headers(some);
    Set<String> pruned = pruned(headers.stream().filter(Header::isDeleted).toList());
    return headers.stream()
        .filter(header -> !header.isDeleted() || pruned.contains(header.id()))
        .filter(
            header ->
                visibility.sees(header.scope(), header.sensitivity())
                    || visibility.seesRedacted(header.scope(), header.sensitivity()))
        .map(Header::id)
        .collect(Collectors.toSet());
  }

  private Set<String> pruned(List<Header> deleted) {
    List<String> ids = deleted.stream().map(Header::id).toList();
    return store
        .history()
        .filter(history -> !ids.isEmpty())
        .map(history -> history.pruned(ids))
        .orElse(List.of())
        .stream()
        .map(past -> past.stored().record().id())
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

  /** The places of the records that are shown, with the versions that they have. */
  private static Map<String, AnsweredPlace> places(
      RetrievalService.FoundAnswer found, RetrieveAnswer shaped) {
    int most = shaped.scores().size();
    RetrieveAnswer answer = found.whole();
    Map<String, Long> versions = versions(answer.records(), found.store());
    Map<String, AnsweredPlace> places = new LinkedHashMap<>();
    for (RecordView view : answer.results()) {
      int rank = places.size() + 1;
      if (rank <= most) {
        double score = answer.scores().get(rank - 1);
        places.put(view.id(), new AnsweredPlace(rank, score, versions.getOrDefault(view.id(), 0L)));
      }
    }
    return places;
  }

  private static @Nullable ReplayedSelection selection(RetrievalService.FoundAnswer found) {
    @Nullable Selection selection = found.whole().selection();
    if (selection == null) {
      return null;
    }
    Map<String, Long> versions = versions(selection.selected(), found.store());
    List<Procedure> selected = new ArrayList<>();
    for (int i = 0; i < selection.selected().size(); i++) {
      String id = selection.selected().get(i).id();
      selected.add(new Procedure(id, selection.scores().get(i), versions.getOrDefault(id, 0L)));
    }
    return new ReplayedSelection(selected, selection.confidence(), selection.needsMore());
  }

  private static Map<String, Long> versions(List<MemoryRecord> records, MemoryStore store) {
    List<String> ids = records.stream().map(MemoryRecord::id).toList();
    Map<String, Long> versions = new HashMap<>();
    for (int from = 0; from < ids.size(); from += AT_ONCE) {
      List<String> few = ids.subList(from, Math.min(ids.size(), from + AT_ONCE));
      store.get(few).forEach(it -> versions.put(it.record().id(), it.version()));
    }
    return versions;
  }
}
