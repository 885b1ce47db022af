package dev.membrane.internal.retrieve;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.internal.access.Sight;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads records in a given order, a few at a time, until there are enough or they fill the answer.
 * Every record is checked against the filter once more, since it may have changed after it was
 * found. A record that is shown redacted is not read, and one that is too large for an answer is
 * read only until that is known. Not thread-safe.
 */
final class AnswerBuilder {

  /** How many headers are read at a time, at most. */
  private static final int HEADERS = 128;

  /** The most that a record weighs that needs no header if it is in memory. */
  private static final long LIGHT = 1 << 14;

  private final MemoryStore store;
  private final CheckedRequest question;
  private final QueryTerms query;
  private final ByteBudget budget;
  private final List<RecordView> records = new ArrayList<>();
  private final List<AnswerEntry> entries = new ArrayList<>();
  private boolean takesHeaders = true;
  private boolean reduced;
  private boolean full;

  AnswerBuilder(MemoryStore store, CheckedRequest question, QueryTerms query, ByteBudget budget) {
    this.store = store;
    this.question = question;
    this.query = query;
    this.budget = budget;
  }

  /** Leaves out what is too large for an answer, instead of answering its header. */
  AnswerBuilder withoutHeaders() {
    takesHeaders = false;
    return this;
  }

  AnswerBuilder fill(List<RankedCandidate> order) {
    int next = 0;
    while (next < order.size() && !isFull()) {
      int end = Math.min(order.size(), next + headers());
      addAll(order.subList(next, end));
      next = end;
    }
    return this;
  }

  /** Nearly all of what is in the order is answered. */
  private int headers() {
    return Math.min(HEADERS, Math.max(CandidateSearch.CHUNK, question.limit() - records.size()));
  }

  RetrieveAnswer answer(@Nullable Selection selection, boolean selectionTruncated) {
    return new RetrieveAnswer(entries, selection, isTruncated() || selectionTruncated, "");
  }

  List<RecordView> records() {
    return records;
  }

  boolean isTruncated() {
    return full || reduced;
  }

  long used() {
    return budget.used();
  }

  private boolean isFull() {
    return full || records.size() == question.limit();
  }

  private void addAll(List<RankedCandidate> candidates) {
    List<String> ids = candidates.stream().map(RankedCandidate::id).toList();
    Map<String, StoredRecord> light =
        store.cached(ids, question.filter().visibility(), LIGHT).stream().collect(ById.records());
    List<String> others = ids.stream().filter(id -> !light.containsKey(id)).toList();
    Map<String, RecordHeader> headers =
        others.isEmpty()
            ? Map.of()
            : store.headers(others, question.filter().at()).stream().collect(ById.headers());
    int next = 0;
    while (next < candidates.size() && !isFull()) {
      int wanted = Math.min(CandidateSearch.CHUNK, question.limit() - records.size());
      List<RankedCandidate> some =
          candidates.subList(next, Math.min(next + wanted, candidates.size()));
      int count = ByteBudget.atOnce(some.size(), i -> bytes(headers.get(some.get(i).id())));
      addBatch(some.subList(0, count), headers, light);
      next += count;
    }
  }

  private long bytes(@Nullable RecordHeader header) {
    return header != null && isRead(header) ? header.bytes() : 0;
  }

  private boolean isRead(RecordHeader header) {
    return isSeen(header) && header.bytes() <= budget.largestDocument();
  }

  private boolean isSeen(RecordHeader header) {
    return Sight.isInFull(header, question.filter().visibility());
  }

  private void addBatch(
      List<RankedCandidate> candidates,
      Map<String, RecordHeader> headers,
      Map<String, StoredRecord> light) {
    List<String> wanted =
        candidates.stream()
            .map(candidate -> headers.get(candidate.id()))
            .filter(header -> header != null && isRead(header))
            .map(RecordHeader::id)
            .toList();
    Map<String, StoredRecord> read =
        wanted.isEmpty()
            ? Map.of()
            : store.get(wanted, budget.largestDocument()).stream().collect(ById.records());
    for (RankedCandidate candidate : candidates) {
      RecordHeader header = headers.get(candidate.id());
      StoredRecord known = light.get(candidate.id());
      if (known != null && !isFull()) {
        addLight(candidate, known);
      } else if (header != null && !isFull()) {
        add(candidate, header, read.get(candidate.id()));
      }
    }
  }

  private void addLight(RankedCandidate candidate, StoredRecord stored) {
    RecordView view = view(candidate, stored);
    if (view instanceof MemoryRecord record && budget.admitUnweighed(record, LIGHT)) {
      take(candidate, record);
    } else if (view != null) {
      add(candidate, view, budget.weigh(view));
    }
  }

  /**
   * Adds a record.
   *
   * @param stored null if it was not read
   */
  private void add(RankedCandidate candidate, RecordHeader header, @Nullable StoredRecord stored) {
    RecordView view = stored == null ? outline(candidate, header) : view(candidate, stored);
    if (view == null) {
      return;
    }
    if (view instanceof MemoryRecord record && budget.admitUnweighed(record, header)) {
      take(candidate, record);
      return;
    }
    long needed = budget.weigh(view);
    if (needed > budget.largest() && view instanceof MemoryRecord) {
      view = tooLarge(header);
      needed = view == null ? 0 : budget.weigh(view);
    }
    if (view != null) {
      add(candidate, view, needed);
    }
  }

  private void add(RankedCandidate candidate, RecordView view, long needed) {
    if (!budget.admit(needed)) {
      full = true;
      return;
    }
    take(candidate, view);
  }

  private void take(RankedCandidate candidate, RecordView view) {
    records.add(view);
    JsonObject explanation = question.explain() ? Explanation.of(candidate, view, query) : null;
    entries.add(AnswerEntry.of(view, candidate.score(), explanation));
  }

  /** What is answered of a record that was not read: it is redacted, or too large. */
  private @Nullable RecordView outline(RankedCandidate candidate, RecordHeader header) {
    RedactedRecord outline = header.outline();
    if (outline == null) {
      return null;
    }
    if (isSeen(header)) {
      // What is not too large was deleted since.
      return JsonWeight.canExceed(header.bytes(), budget.largestDocument())
          ? tooLarge(header)
          : null;
    }
    return !candidate.matched() && question.filter().passesRedacted(outline) ? outline : null;
  }

  private @Nullable RecordView tooLarge(RecordHeader header) {
    reduced = true;
    return takesHeaders ? header.outline() : null;
  }

  /** A record whose content was matched but may no longer be seen must not show by its place. */
  private @Nullable RecordView view(RankedCandidate candidate, StoredRecord stored) {
    if (!question.filter().passes(stored) || !question.context().admits(stored.record())) {
      return null;
    }
    RecordView view = Sight.view(stored, question.filter().visibility(), question.filter().at());
    return candidate.matched() && !(view instanceof MemoryRecord) ? null : view;
  }
}
