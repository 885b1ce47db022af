package dev.membrane.internal.listing;

import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.internal.access.Sight;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of records, few at a time, until it is full. Every record is checked against the
 * filter once more, since it may have changed after it was found; another record then takes its
 * place. A record that is shown redacted is not read, and one that is too large for an answer is
 * read only until that is known. Not thread-safe.
 */
final class RecordPages {

  /** How many records are read at a time. */
  private static final int CHUNK = 16;

  private final MemoryStore store;
  private final ListQuery question;
  private final int size;
  private final ByteBudget budget =
      new ByteBudget(Limits.MAX_ANSWER_BYTES, ByteBudget.LARGEST_RECORD);
  private final List<RecordView> records = new ArrayList<>();
  private boolean more = true;
  private boolean full;

  RecordPages(MemoryStore store, ListQuery question, int size) {
    this.store = store;
    this.question = question;
    this.size = size;
  }

  /** Reads the page after a record; empty: the first. */
  RecordPages read(String after) {
    String last = after;
    while (more && !full) {
      int wanted = size - records.size();
      List<String> ids = store.arrivals(question.after(last, wanted + 1));
      more = ids.size() > wanted;
      addAll(more ? ids.subList(0, wanted) : ids);
      last = ids.isEmpty() ? last : ids.get(Math.min(wanted, ids.size()) - 1);
      full = full || records.size() == size;
    }
    return this;
  }

  List<RecordView> records() {
    return records;
  }

  /** The id to go on after; null on the last page. */
  @Nullable String next() {
    return more ? records.get(records.size() - 1).id() : null;
  }

  private void addAll(List<String> ids) {
    Map<String, RecordHeader> headers =
        store.headers(ids, question.filter().at()).stream().collect(ById.headers());
    int next = 0;
    while (next < ids.size() && !full) {
      List<String> some = ids.subList(next, Math.min(next + CHUNK, ids.size()));
      int count = ByteBudget.atOnce(some.size(), i -> bytes(headers.get(some.get(i))));
      addBatch(some.subList(0, count), headers);
      next += count;
    }
  }

  private long bytes(@Nullable RecordHeader header) {
    return header != null && isRead(header) ? header.bytes() : 0;
  }

  private void addBatch(List<String> ids, Map<String, RecordHeader> headers) {
    List<String> wanted =
        ids.stream().filter(id -> headers.containsKey(id) && isRead(headers.get(id))).toList();
    Map<String, StoredRecord> read =
        wanted.isEmpty()
            ? Map.of()
            : store.get(wanted, budget.largestDocument()).stream().collect(ById.records());
    for (String id : ids) {
      RecordHeader header = headers.get(id);
      if (header != null && !full) {
        add(header, read.get(id));
      }
    }
  }

  private void add(RecordHeader header, @Nullable StoredRecord stored) {
    RecordView view = stored == null ? outline(header) : view(stored);
    if (view == null) {
      return;
    }
    long needed = budget.weigh(view);
    if (needed > ByteBudget.LARGEST_RECORD
        && view instanceof MemoryRecord
        && header.outline() != null) {
      view = header.outline();
      needed = budget.weigh(view);
    }
    if (budget.admit(needed)) {
      records.add(view);
    } else {
      full = true;
      more = true;
    }
  }

  private @Nullable RecordView view(StoredRecord stored) {
    Filter filter = question.filter();
    return filter.passes(stored) ? Sight.view(stored, filter.visibility(), filter.at()) : null;
  }

  /** What is listed of a record that was not read: it is redacted, or too large, or gone. */
  private @Nullable RecordView outline(RecordHeader header) {
    if (header.outline() == null) {
      return null;
    }
    boolean isListed =
        isSeen(header)
            ? JsonWeight.canExceed(header.bytes(), budget.largestDocument())
            : question.filter().passesRedacted(header.outline());
    return isListed ? header.outline() : null;
  }

  private boolean isRead(RecordHeader header) {
    return isSeen(header) && header.bytes() <= budget.largestDocument();
  }

  private boolean isSeen(RecordHeader header) {
    return Sight.isInFull(header, question.filter().visibility());
  }
}
