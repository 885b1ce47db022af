package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The records of a scope and sensitivity that were made from groups of runs. Not thread-safe. */
final class Procedures {

  /** Stands for a record that a caller took back. */
  private static final String NEVER_AGAIN = "-";

  private final Map<String, String> idsByName;

  private Procedures(Map<String, String> idsByName) {
    this.idsByName = idsByName;
  }

  static Procedures read(JsonObject note) {
    StoredFields stored = StoredFields.of(note).fields(StoredFields.RECORDS);
    return new Procedures(stored.byName(StoredFields::text));
  }

  JsonObject toJson() {
    return StoredFields.none().putFields(StoredFields.RECORDS, StoredFields.of(idsByName)).toJson();
  }

  /** The names of the groups, those whose record was taken back among them. */
  Set<String> names() {
    return Set.copyOf(idsByName.keySet());
  }

  boolean has(String name) {
    return idsByName.containsKey(name);
  }

  /** The id of the record of a group; empty if there is none, or it was taken back. */
  Optional<String> record(String name) {
    return Optional.ofNullable(idsByName.get(name)).filter(id -> !id.equals(NEVER_AGAIN));
  }

  void put(String name, String id) {
    idsByName.put(name, id);
  }

  void remove(String name) {
    idsByName.remove(name);
  }

  /** Removes the records that are among some. */
  void removeAll(Set<String> ids) {
    idsByName.values().removeIf(ids::contains);
  }

  /** Lets no record of a group be made again, since a caller took it back. */
  void refuse(String name) {
    idsByName.put(name, NEVER_AGAIN);
  }

  boolean isRefused(String name) {
    return NEVER_AGAIN.equals(idsByName.get(name));
  }
}
