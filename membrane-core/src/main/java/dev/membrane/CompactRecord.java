package dev.membrane;

import dev.membrane.internal.view.CompactJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;
import org.jspecify.annotations.Nullable;

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
    return of(view, null);
  }

  /**
   * The same of a record of an answer, with {@code "stopped_working": true} if it is a procedure
   * that the selection of the answer says so of.
   *
   * @param selection null if the answer has none
   */
  public static JsonObject of(RecordView view, @Nullable Selection selection) {
    return CompactJson.of(view, selection);
  }
}
