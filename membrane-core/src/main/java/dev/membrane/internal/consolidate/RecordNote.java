package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import java.util.Optional;

/**
 * A note that names the record it led to.
 *
 * @param record the id; empty if there is none
 */
record RecordNote(Optional<String> record) {

  static RecordNote read(JsonObject note) {
    return new RecordNote(Fields.of(note).optionalText(Fields.RECORD));
  }

  JsonObject toJson() {
    return Fields.none().put(Fields.RECORD, record.orElse(null)).toJson();
  }
}
