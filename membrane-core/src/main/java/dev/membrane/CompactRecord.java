package dev.membrane;

import dev.membrane.internal.view.CompactJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;

/** What a model needs of a record. */
public final class CompactRecord {

  private CompactRecord() {}

  /**
   * A record as JSON with the members {@code id}, {@code type}, {@code scope}, {@code date} (of
   * what was said, in UTC), {@code confidence} and {@code content}, which has what the payload says
   * in its own members. There is no audit log, provenance or lifecycle. Of a header there is no
   * content, but {@code "redacted": true}.
   */
  public static JsonObject of(RecordView view) {
    return CompactJson.of(view);
  }
}
