package dev.membrane.internal.engine;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.EpisodeKey;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The records of an episode that is too long for one. Each but the first says by a relation which
 * the first is, and a key of the first names all in their order; it is deleted with the first, and
 * every other record is an episode of its own from then on. Thread-safe.
 */
public final class EpisodeParts {

  private final MemoryStore store;

  /** Reads and writes the parts of episodes in a store. */
  public EpisodeParts(MemoryStore store) {
    this.store = store;
  }

  /** The ids of all parts of episodes, in their order, by the id of each of some records. */
  public Map<String, List<String>> idsOf(Collection<MemoryRecord> records) {
    Set<String> names =
        records.stream().flatMap(EpisodeParts::keyNames).collect(Collectors.toSet());
    List<List<String>> lists = store.find(names).stream().map(EpisodeParts::ids).toList();
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

  /** All parts of the episode of a record, in their order, as far as they are there. */
  public List<Stored> of(Stored part) {
    List<String> ids = idsOf(part.record());
    return ids.size() == 1 ? List.of(part) : store.get(ids);
  }

  /** The first part of the episode of a record. */
  public Stored first(Stored part) {
    return of(part).stream().findFirst().orElse(part);
  }

  /** The relation of a further part to the episode of a record. */
  public Relation relation(MemoryRecord before, Instant now) {
    return new Relation(EpisodeKey.PART_OF, idsOf(before).get(0), null, now);
  }

  /** Adds a further part to the episode of a record. */
  public void add(MemoryRecord before, String id, Changeset.Builder changes) {
    List<String> ids = idsOf(before);
    String first = ids.get(0);
    store.find(List.of(keyName(first))).forEach(changes::removeKey);
    String all = String.join(" ", ids) + " " + id;
    changes.addKey(new Key(keyName(first), all, first));
  }

  private List<String> idsOf(MemoryRecord record) {
    return idsOf(List.of(record)).getOrDefault(record.id(), List.of(record.id()));
  }

  private static Stream<String> keyNames(MemoryRecord part) {
    Stream<String> firsts =
        part.relations().stream()
            .filter(relation -> relation.predicate().equals(EpisodeKey.PART_OF))
            .map(Relation::targetId);
    return Stream.concat(Stream.of(part.id()), firsts).map(EpisodeParts::keyName);
  }

  private static List<String> ids(Key key) {
    return List.of(key.value().split(" ", -1));
  }

  private static String keyName(String first) {
    return "parts:" + first;
  }
}
