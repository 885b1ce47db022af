package dev.membrane.protocol;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Set;

/**
 * Tells which fields of the messages carry JSON documents: as texts in requests, as bytes in
 * answers.
 */
public final class JsonFields {

  private static final String REQUEST = "Request";

  /** The fields of requests that are one free-form JSON value, whichever request they are in. */
  private static final Set<String> FREE_FORM =
      Set.of("args", "result", "data", "object", "context");

  /** Those that carry JSON of a certain shape. */
  private static final Set<String> SHAPED =
      Set.of("active_constraints", "record", "new_record", "forked_record", "merged_record");

  private JsonFields() {}

  /** Whether each value of a field is a JSON document in UTF-8. */
  public static boolean isJson(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.BYTES || isJsonText(field);
  }

  /** Whether a field of a request, or of an item in it, is one free-form JSON value. */
  static boolean isFreeForm(FieldDescriptor field) {
    return FREE_FORM.contains(field.getName());
  }

  private static boolean isJsonText(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.STRING
        && (isFreeForm(field) || SHAPED.contains(field.getName()))
        && field.getContainingType().getName().endsWith(REQUEST);
  }
}
