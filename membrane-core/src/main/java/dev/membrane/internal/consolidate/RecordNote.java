package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import java.util.Optional;

/**
 * A note that names the record it led to.
 *
 * @param record the id; empty if there is none
 */
public record RecordNote(Optional<String> record) {

  public static RecordNote read(JsonObject note) {
    return new RecordNote(StoredFields.of(note).optionalText(StoredFields.RECORD));
  }

  public JsonObject toJson() {
    return StoredFields.none().put(StoredFields.RECORD, record.orElse(null)).toJson();
  }
}
