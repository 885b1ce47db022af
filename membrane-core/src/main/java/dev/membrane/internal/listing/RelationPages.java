package dev.membrane.internal.listing;

import dev.membrane.Listing.Edge;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of relations: those of a record, then those of others to it in the order in which
 * the others came. A record may have several relations to another, so a position is a record and
 * the number of its relations that were already answered. Not thread-safe.
 */
final class RelationPages {

  /** How many records with a relation to one are read at a time. */
  private static final int CHUNK = 16;

  private final MemoryStore store;
  private final Visibility visibility;
  private final MemoryRecord record;
  private final int size;
  private final List<Edge> edges = new ArrayList<>();
  private @Nullable RelationPlace next;

  /**
   * Where a page begins.
   *
   * @param sourceId a record
   * @param done how many of its relations came before
   */
  record RelationPlace(String sourceId, int done) {

    /** The place as a text. */
    String text() {
      return done + " " + sourceId;
    }

    static @Nullable RelationPlace of(String text) {
      int blank = text.indexOf(' ');
      try {
        return blank < 0
            ? null
            : new RelationPlace(text.substring(blank + 1), Integer.parseInt(text, 0, blank, 10));
      } catch (NumberFormatException noPlace) {
        return null;
      }
    }
  }

  /**
   * For one page.
   *
   * @param record whose relations are listed, without those that the caller does not see
   */
  RelationPages(MemoryStore store, Visibility visibility, MemoryRecord record, int size) {
    this.store = store;
    this.visibility = visibility;
    this.record = record;
    this.size = size;
  }

  RelationPages read(RelationPlace from) {
    if (from.sourceId().equals(record.id())) {
      add(record.id(), record.relations(), from.done());
      readIncoming("");
      return this;
    }
    store.get(List.of(from.sourceId()), ByteBudget.LARGEST_RECORD).stream()
        .map(StoredRecord::record)
        .filter(visibility::sees)
        .forEach(other -> add(other.id(), toRecord(other), from.done()));
    readIncoming(from.sourceId());
    return this;
  }

  List<Edge> edges() {
    return edges;
  }

  /** Where the next page begins; null on the last. */
  @Nullable RelationPlace next() {
    return next;
  }

  private void readIncoming(String after) {
    String last = after;
    List<String> ids = List.of(last);
    while (next == null && !ids.isEmpty()) {
      ids = store.related(visibility, List.of(record.id()), last, CHUNK);
      for (StoredRecord stored :
          ids.isEmpty() ? List.<StoredRecord>of() : store.get(ids, ByteBudget.LARGEST_RECORD)) {
        MemoryRecord other = stored.record();
        if (next == null && visibility.sees(other) && !other.id().equals(record.id())) {
          add(other.id(), toRecord(other), 0);
        }
      }
      last = ids.isEmpty() ? last : ids.get(ids.size() - 1);
    }
  }

  private List<Relation> toRecord(MemoryRecord other) {
    return other.relations().stream()
        .filter(relation -> relation.targetId().equals(record.id()))
        .toList();
  }

  /** Adds what there is room for, and notes where the rest begins. */
  private void add(String sourceId, List<Relation> relations, int done) {
    for (int i = done; i < relations.size() && next == null; i++) {
      if (edges.size() == size) {
        next = new RelationPlace(sourceId, i);
      } else {
        edges.add(new Edge(sourceId, relations.get(i)));
      }
    }
  }
}
