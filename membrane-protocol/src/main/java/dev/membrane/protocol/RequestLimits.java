package dev.membrane.protocol;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import dev.membrane.schema.Limits;
import dev.membrane.schema.json.JsonWeight;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Refuses requests beyond {@link Limits}. It walks the fields by their descriptors, so that no
 * field is without a limit, new ones included.
 */
final class RequestLimits {

  /** The fields that are one free-form JSON value. */
  private static final Set<String> FREE_FORM =
      Set.of("args", "result", "data", "object", "context");

  /**
   * A request of so few bytes is within every limit: a tag has the least, and more tags than there
   * may be take three bytes each.
   */
  private static final int ALWAYS_ALLOWED_BYTES = Math.min(Limits.MAX_TAG, 3 * Limits.MAX_TAGS);

  private RequestLimits() {}

  /**
   * Checks every string and list of a request.
   *
   * @throws dev.membrane.schema.ValidationException naming the first field that is too large
   */
  static void check(Message request) {
    if (request.getSerializedSize() > ALWAYS_ALLOWED_BYTES) {
      check("", request);
    }
  }

  /** The JSON texts of a request. */
  static List<String> json(Message request) {
    return request.getAllFields().entrySet().stream()
        .filter(field -> JsonFields.isJson(field.getKey()))
        .map(Map.Entry::getValue)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  /**
   * Counts the values of the free-form fields of a request without making objects of them.
   *
   * @throws dev.membrane.schema.ValidationException naming the first field that has too many
   */
  static void checkValues(Message request) {
    request
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (FREE_FORM.contains(field.getName())
                  && value instanceof String json
                  && JsonWeight.values(json) > Limits.MAX_VALUES) {
                throw Limits.tooManyValues(field.getName(), Limits.MAX_VALUES);
              }
            });
  }

  private static void check(String path, MessageOrBuilder message) {
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      checkField(path + field.getKey().getName(), field.getKey(), field.getValue());
    }
  }

  private static void checkField(String name, FieldDescriptor field, Object value) {
    if (field.isRepeated()) {
      checkList(name, field, (List<?>) value);
    } else {
      checkValue(name, field, value);
    }
  }

  private static void checkList(String name, FieldDescriptor field, List<?> items) {
    if (field.getName().equals("tags")) {
      Limits.checkTags(items.stream().map(String.class::cast).toList());
    }
    Limits.checkList(name, items);
    for (Object item : items) {
      checkValue(name, field, item);
    }
  }

  private static void checkValue(String name, FieldDescriptor field, Object value) {
    if (value instanceof Message message) {
      check(name + ".", message);
    } else if (value instanceof String text && JsonFields.isJson(field)) {
      Limits.checkJson(name, text);
    } else if (value instanceof String text) {
      Limits.checkText(name, text);
    }
  }
}
