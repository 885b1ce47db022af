package dev.membrane.internal.receipt;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.ReplayAnswer.ReplayedProcedure;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.internal.keys.AnswerReceipt;
import dev.membrane.internal.keys.AnswerReceipt.SelectedPlaces;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.keys.ReceiptKeys;
import dev.membrane.internal.retrieve.CheckedRequest;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was answered, and shows it next to what would be answered now. Safe for use by many
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
    RetrievalService.FoundAnswer found = retrieval.find(request, caller);
    RetrieveAnswer shaped = found.shaped();
    String id = ids.get();
    Answered answered = Answered.of(found, shaped);
    AnswerReceipt receipt =
        new AnswerReceipt(
            found.at(), caller.name(), seen, request, answered.places(), answered.selection());
    Key key = new Key(ReceiptKeys.PREFIX + id, receipt.toJson(), null);
    store.commit(
        Changeset.builder()
            .addKey(key)
            .enqueue(new QueueRow(Queues.EXPIRY, key.name(), found.at().plus(retention), 0))
            .build());
    return shaped.withReceipt(id);
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
        store.find(List.of(ReceiptKeys.PREFIX + canonical)).stream()
            .findFirst()
            .map(key -> AnswerReceipt.of(key.value()))
            .filter(it -> it.principal().equals(caller.name()) || isOpenTo(caller, it))
            .filter(it -> clock.instant().isBefore(it.at().plus(retention)))
            .orElseThrow(ReceiptService::unknown);
    Caller bounded = bounded(caller, receipt.seen());
    try {
      RetrievalService.FoundAnswer found = retrieval.find(receipt.request(), bounded);
      return compared(receipt, Answered.of(found, found.shaped()), "", bounded);
    } catch (ValidationException notKnown) {
      if (!notKnown.field().equals("as_of")) {
        throw notKnown;
      }
      return compared(receipt, null, String.valueOf(notKnown.getMessage()), bounded);
    }
  }

  /** The caller, who sees no more than the asker did. No record is in a scope without a name. */
  private static Caller bounded(Caller caller, Visibility asker) {
    Visibility both = caller.visibility().and(asker);
    Caller bounded = caller.upTo(both.ceiling());
    return both.scopes() == null
        ? bounded
        : bounded.in(both.scopes().stream().filter(scope -> !Visible.isBlank(scope)).toList());
  }

  /** A question may say what its asker saw, so that who sees less is not to read it. */
  private static boolean isOpenTo(Caller caller, AnswerReceipt receipt) {
    return caller.may(Permission.ADMIN) && receipt.isWithin(caller.visibility());
  }

  private static NotFoundException unknown() {
    return new NotFoundException("receipt not found");
  }

  /**
   * What was answered, and what would be.
   *
   * @param now null if that cannot be told
   * @param refusal why not
   */
  private ReplayAnswer compared(
      AnswerReceipt receipt, @Nullable Answered now, String refusal, Caller caller) {
    PlaceComparison comparison =
        new PlaceComparison(
            store,
            CheckedRequest.requireTrust(receipt.request().trust()).of(caller),
            receipt.at(),
            receipt.request().asOf() == null);
    List<ReplayedRecord> records =
        comparison.of(receipt.places(), now == null ? null : now.places());
    @Nullable SelectedPlaces then = receipt.selection();
    @Nullable SelectedPlaces later = now == null ? null : now.selection();
    List<ReplayedRecord> procedures =
        comparison.of(places(then), now == null ? null : places(later));
    int shown = (int) records.stream().filter(record -> record.then() != null).count();
    return new ReplayAnswer(
        receipt.at(),
        receipt.principal(),
        receipt.request(),
        records,
        receipt.places().size() - shown,
        then == null ? null : selection(then, procedures, ReplayedRecord::then),
        later == null ? null : selection(later, procedures, ReplayedRecord::now),
        refusal);
  }

  private static Map<String, AnsweredPlace> places(@Nullable SelectedPlaces selection) {
    return selection == null ? Map.of() : selection.places();
  }

  /** The procedures that have a place on one side, by their ranks there. */
  private static ReplayedSelection selection(
      SelectedPlaces selection,
      List<ReplayedRecord> procedures,
      Function<ReplayedRecord, @Nullable AnsweredPlace> side) {
    SortedMap<Integer, ReplayedProcedure> selected = new TreeMap<>();
    for (ReplayedRecord procedure : procedures) {
      @Nullable AnsweredPlace place = side.apply(procedure);
      if (place != null) {
        selected.put(
            place.rank(),
            new ReplayedProcedure(
                procedure.id(), place.score(), place.version(), procedure.difference()));
      }
    }
    return new ReplayedSelection(
        List.copyOf(selected.values()), selection.confidence(), selection.needsMore());
  }

  /** An answer without the content of its records. */
  private record Answered(Map<String, AnsweredPlace> places, @Nullable SelectedPlaces selection) {

    static Answered of(RetrievalService.FoundAnswer found, RetrieveAnswer shaped) {
      RetrieveAnswer whole = found.whole();
      int shown = Math.min(shaped.entries().size(), whole.entries().size());
      return new Answered(
          placesOf(
              whole.results().subList(0, shown),
              whole.entries().stream().map(AnswerEntry::score).toList(),
              found.store()),
          selection(whole.selection(), found.store()));
    }

    private static @Nullable SelectedPlaces selection(
        @Nullable Selection selection, MemoryStore store) {
      return selection == null
          ? null
          : new SelectedPlaces(
              placesOf(
                  selection.selected(),
                  selection.procedures().stream().map(SelectedProcedure::score).toList(),
                  store),
              selection.confidence(),
              selection.needsMore());
    }

    private static Map<String, AnsweredPlace> placesOf(
        List<? extends RecordView> views, List<Double> scores, MemoryStore store) {
      Map<String, Long> versions = versions(views, store);
      Map<String, AnsweredPlace> places = new LinkedHashMap<>();
      for (RecordView view : views) {
        int rank = places.size() + 1;
        long version = versions.getOrDefault(view.id(), 0L);
        places.put(view.id(), new AnsweredPlace(rank, scores.get(rank - 1), version));
      }
      return places;
    }

    /** The versions of the records that are shown in full, by id. */
    private static Map<String, Long> versions(List<? extends RecordView> views, MemoryStore store) {
      List<String> ids =
          views.stream().filter(MemoryRecord.class::isInstance).map(RecordView::id).toList();
      Map<String, Long> versions = new HashMap<>();
      for (int from = 0; from < ids.size(); from += PlaceComparison.AT_ONCE) {
        int to = Math.min(ids.size(), from + PlaceComparison.AT_ONCE);
        store
            .get(ids.subList(from, to))
            .forEach(it -> versions.put(it.record().id(), it.version()));
      }
      return versions;
    }
  }
}
