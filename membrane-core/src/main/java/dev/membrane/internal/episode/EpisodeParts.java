package dev.membrane.internal.episode;

import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The records of an episode that is too long for one record. Each record except the first has a
 * relation to the first. A key of the first record names all of them in their order. The key is
 * deleted with the first record, and every other record is an episode of its own from then on.
 * Thread-safe.
 */
public final class EpisodeParts {

  /**
   * A record of an episode.
   *
   * @param from no event of it is earlier
   * @param until no event of it is later
   */
  public record EpisodeSpan(String id, Instant from, Instant until) {

    /** A record that still grows, or of which nothing more is known. */
    static EpisodeSpan open(String id) {
      return new EpisodeSpan(id, Timestamps.MIN, Timestamps.MAX);
    }

    /** A record that will not grow any more. */
    static EpisodeSpan closed(MemoryRecord record) {
      List<TimelineEvent> timeline = ((EpisodicPayload) record.payload()).timeline();
      return timeline.isEmpty()
          ? open(record.id())
          : new EpisodeSpan(
              record.id(), timeline.get(0).t(), timeline.get(timeline.size() - 1).t());
    }

    /** What {@link #text} wrote; of anything else, no more than the id is known. */
    private static EpisodeSpan of(String text) {
      String[] parts = text.split("/", -1);
      try {
        return parts.length == 3
            ? new EpisodeSpan(parts[0], at(parts[1]), at(parts[2]))
            : open(parts[0]);
      } catch (NumberFormatException garbage) {
        return open(parts[0]);
      }
    }

    private boolean isSound() {
      return RecordIds.canonical(id).filter(id::equals).isPresent()
          && Timestamps.isInRange(from)
          && !from.isAfter(until)
          && Timestamps.isInRange(until);
    }

    private String text() {
      return equals(open(id))
          ? id
          : id + "/" + Timestamps.toEpochMicros(from) + "/" + Timestamps.toEpochMicros(until);
    }

    private static Instant at(String micros) {
      return Timestamps.ofEpochMicros(Long.parseLong(micros));
    }
  }

  private static final String CONTINUED = "Continued in ";

  private final MemoryStore store;

  /** Reads and writes the parts of episodes in a store. */
  public EpisodeParts(MemoryStore store) {
    this.store = store;
  }

  /** The ids of all parts of episodes, in their order, by the id of each of some records. */
  public Map<String, List<String>> idsOf(Collection<MemoryRecord> records) {
    Set<String> names =
        records.stream().flatMap(EpisodeParts::keyNames).collect(Collectors.toSet());
    List<List<String>> lists = store.find(names).stream().map(key -> ids(parts(key))).toList();
    Map<String, List<String>> ids = new HashMap<>();
    for (MemoryRecord record : records) {
      // A relation that a caller has made up leads nowhere.
      ids.put(
          record.id(),
          lists.stream()
              .filter(list -> list.contains(record.id()))
              .findFirst()
              .orElse(List.of(record.id())));
    }
    return ids;
  }

  /** The rationale of the entry of a record that another one continues. */
  public static String continued(String next) {
    return CONTINUED + next;
  }

  /**
   * Whether an episode had several records, which is known also after they are gone.
   *
   * @param log of the record
   */
  public static boolean isPart(MemoryRecord record, List<AuditEntry> log) {
    return record.relations().stream().anyMatch(it -> it.predicate().equals(Relation.PART_OF))
        || log.stream().anyMatch(entry -> entry.rationale().startsWith(CONTINUED));
  }

  /** The ids of all parts of the episode of a record, in their order. */
  public List<String> idsOf(MemoryRecord record) {
    return idsOf(List.of(record)).getOrDefault(record.id(), List.of(record.id()));
  }

  /** All parts of the episode that begins with a record, in their order. */
  public List<EpisodeSpan> from(String first) {
    return key(first).map(EpisodeParts::parts).orElse(List.of(EpisodeSpan.open(first)));
  }

  /** The key that names all parts of the episode that begins with a record, if they are several. */
  public Optional<Key> key(String first) {
    return store.find(List.of(keyName(first))).stream().findFirst();
  }

  /**
   * All parts of the episode of a record, in their order, as far as they are there.
   *
   * @param visibility of whoever asks: a damaged part of which they may not know is left out
   */
  public List<StoredRecord> of(StoredRecord part, Visibility visibility) {
    List<String> ids = idsOf(part.record());
    if (ids.size() == 1) {
      return List.of(part);
    }
    KnownRecords known = new KnownRecords(store, visibility);
    // Where only the header is damaged, the record can be read, but not written.
    Set<String> headers =
        known.headers(ids, Instant.EPOCH).stream()
            .map(RecordHeader::id)
            .collect(Collectors.toSet());
    return known.get(ids.stream().filter(headers::contains).toList());
  }

  /**
   * Who began the episode of a record, which the log of its first part tells, also where that part
   * is damaged; empty if nobody can tell.
   *
   * @param visibility as for {@link #of}
   */
  public Optional<String> beginner(StoredRecord part, Visibility visibility) {
    String first = idsOf(part.record()).get(0);
    KnownRecords known = new KnownRecords(store, visibility);
    List<StoredRecord> read =
        first.equals(part.record().id()) ? List.of(part) : known.get(List.of(first));
    return read.stream()
        .findFirst()
        .map(stored -> stored.record().auditLog())
        .or(() -> known.auditLog(first).map(AuditTrail::entries))
        .flatMap(log -> log.stream().findFirst())
        .map(AuditEntry::actor);
  }

  /** The relation of a further part to the episode of a record. */
  public Relation relation(MemoryRecord before, Instant now) {
    return new Relation(Relation.PART_OF, idsOf(before).get(0), null, now);
  }

  /**
   * Adds a further part to the episode of a record.
   *
   * @param before a part that the episode already has
   * @param isBeforeFull whether that part takes no more from now on; otherwise the further part is
   *     full at once
   */
  public void add(
      MemoryRecord before, boolean isBeforeFull, MemoryRecord next, Changeset.Builder changes) {
    String first = idsOf(before).get(0);
    key(first).ifPresent(changes::removeKey);
    EpisodeSpan left = isBeforeFull ? EpisodeSpan.closed(before) : EpisodeSpan.open(before.id());
    EpisodeSpan added = isBeforeFull ? EpisodeSpan.open(next.id()) : EpisodeSpan.closed(next);
    List<EpisodeSpan> parts = new ArrayList<>();
    from(first).forEach(part -> parts.add(part.id().equals(left.id()) ? left : part));
    parts.add(added);
    changes.addKey(new Key(keyName(first), text(parts), first));
  }

  private static Stream<String> keyNames(MemoryRecord part) {
    Stream<String> firsts =
        part.relations().stream()
            .filter(relation -> relation.predicate().equals(Relation.PART_OF))
            .map(Relation::targetId);
    return Stream.concat(Stream.of(part.id()), firsts).map(EpisodeParts::keyName);
  }

  private static List<EpisodeSpan> parts(Key key) {
    return Stream.of(key.value().split(" ", -1)).map(EpisodeSpan::of).toList();
  }

  /** Whether a key can be one that names the parts of an episode. */
  public static boolean isSound(Key key) {
    return parts(key).stream().allMatch(EpisodeSpan::isSound)
        && text(parts(key)).equals(key.value());
  }

  private static String text(List<EpisodeSpan> parts) {
    return parts.stream().map(EpisodeSpan::text).collect(Collectors.joining(" "));
  }

  private static List<String> ids(List<EpisodeSpan> parts) {
    return parts.stream().map(EpisodeSpan::id).toList();
  }

  private static String keyName(String first) {
    return KeyKinds.PARTS + first;
  }
}
