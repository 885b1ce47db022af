package dev.membrane;

import dev.membrane.schema.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two versions of a record.
 *
 * @param from the number of the one version
 * @param to the number of the other
 * @param changes the members and items that differ, in the order of the record's JSON
 */
public record VersionDiff(long from, long to, List<FieldChange> changes) {

  /** Copies the list. */
  public VersionDiff {
    changes = List.copyOf(changes);
  }

  /**
   * A member or an item that differs. Items of lists are compared by their places.
   *
   * @param path where it is, as a JSON Pointer (RFC 6901)
   * @param before null if it was not there
   * @param after null if it is not there
   */
  public record FieldChange(String path, @Nullable JsonValue before, @Nullable JsonValue after) {}
}
