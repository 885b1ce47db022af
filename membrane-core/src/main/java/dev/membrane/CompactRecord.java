package dev.membrane;

import dev.membrane.internal.view.CompactJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;

/** The content of a record that a model needs. */
public final class CompactRecord {

  private CompactRecord() {}

  /**
   * A record as JSON with the members {@code id}, {@code type}, {@code scope}, {@code date} (when
   * it was said, in UTC), {@code confidence}, {@code status} (only if it is {@code contested} or
   * {@code retracted}, as a superseded fact is, too) and {@code content}, which has the members of
   * the payload. It has no audit log, provenance or lifecycle. A header has {@code "redacted":
   * true} and no content.
   */
  public static JsonObject of(RecordView view) {
    return CompactJson.of(view);
  }
}
