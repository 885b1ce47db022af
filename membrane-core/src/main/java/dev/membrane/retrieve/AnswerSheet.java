package dev.membrane.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of an order, few at a time, until there are enough or they fill the answer.
 * Every record passes the filter once more, for it may have changed since it was found. Not
 * thread-safe.
 */
final class AnswerSheet {

  private final MemoryStore store;
  private final Question question;
  private final Query query;
  private final Room room;
  private final List<RecordView> records = new ArrayList<>();
  private final List<JsonObject> explanations = new ArrayList<>();
  private boolean truncated;

  AnswerSheet(MemoryStore store, Question question, Query query, Room room) {
    this.store = store;
    this.question = question;
    this.query = query;
    this.room = room;
  }

  AnswerSheet fill(List<Candidate> order) {
    int next = 0;
    while (next < order.size() && !isFull()) {
      int end = next + Math.min(Searches.CHUNK, question.limit() - records.size());
      addAll(order.subList(next, Math.min(order.size(), end)));
      next = end;
    }
    return this;
  }

  RetrieveAnswer answer(@Nullable Selection selection, boolean selectionTruncated) {
    return new RetrieveAnswer(records, selection, explanations, truncated || selectionTruncated);
  }

  List<RecordView> records() {
    return records;
  }

  boolean isTruncated() {
    return truncated;
  }

  long used() {
    return room.used();
  }

  private boolean isFull() {
    return truncated || records.size() == question.limit();
  }

  private void addAll(List<Candidate> candidates) {
    Map<String, Stored> read =
        store.get(candidates.stream().map(Candidate::id).toList()).stream()
            .collect(toMap(stored -> stored.record().id(), stored -> stored));
    for (Candidate candidate : candidates) {
      Stored stored = read.get(candidate.id());
      if (stored != null && !isFull()) {
        add(candidate, stored);
      }
    }
  }

  private void add(Candidate candidate, Stored stored) {
    RecordView view = view(candidate, stored);
    if (view == null) {
      return;
    }
    if (!room.admit(view)) {
      truncated = true;
      return;
    }
    records.add(view);
    if (question.explain()) {
      explanations.add(Explanation.of(candidate, view, query));
    }
  }

  /** A record whose content was matched but may no longer be seen must not show by its place. */
  private @Nullable RecordView view(Candidate candidate, Stored stored) {
    if (!question.filter().passes(stored) || !question.situation().admits(stored.record())) {
      return null;
    }
    RecordView view = Gate.view(stored, question.filter().visibility(), question.filter().at());
    return candidate.matched() && !(view instanceof MemoryRecord) ? null : view;
  }
}
