package dev.membrane.protocol;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Set;

/**
 * Tells which fields of the messages carry JSON documents: as texts in requests, as bytes in
 * answers.
 */
public final class JsonFields {

  private static final String REQUEST = "Request";

  /** The fields of requests that carry JSON, whichever request they are in. */
  private static final Set<String> OF_REQUESTS =
      Set.of(
          "args",
          "result",
          "data",
          "object",
          "active_constraints",
          "record",
          "new_record",
          "forked_record",
          "merged_record",
          "context");

  private JsonFields() {}

  /** Whether each value of a field is a JSON document in UTF-8. */
  public static boolean isJson(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.BYTES || isJsonText(field);
  }

  private static boolean isJsonText(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.STRING
        && OF_REQUESTS.contains(field.getName())
        && field.getContainingType().getName().endsWith(REQUEST);
  }
}
