package dev.membrane.protocol;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import dev.membrane.schema.Limits;
import dev.membrane.schema.json.JsonWeight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Refuses requests beyond {@link Limits}. It walks the fields by their descriptors, so that no
 * field is without a limit, new ones included.
 */
final class RequestLimits {

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

  /** The JSON texts of a request and of the messages in it. */
  static List<String> json(Message request) {
    List<String> texts = new ArrayList<>();
    eachText(
        request,
        (field, text) -> {
          if (JsonFields.isJson(field)) {
            texts.add(text);
          }
        });
    return texts;
  }

  /**
   * Counts the values of the free-form fields of a request without making objects of them.
   *
   * @throws dev.membrane.schema.ValidationException naming the first field that has too many
   */
  static void checkValues(Message request) {
    eachText(
        request,
        (field, json) -> {
          if (JsonFields.isFreeForm(field) && JsonWeight.values(json) > Limits.MAX_VALUES) {
            throw Limits.tooManyValues(field.getName(), Limits.MAX_VALUES);
          }
        });
  }

  /** Passes the texts that are not in a list. */
  private static void eachText(Message request, BiConsumer<FieldDescriptor, String> consumer) {
    request
        .getAllFields()
        .forEach(
            (field, value) -> {
              List<?> values = value instanceof List<?> list ? list : List.of(value);
              for (Object one : values) {
                if (one instanceof Message nested) {
                  eachText(nested, consumer);
                } else if (one instanceof String text && !field.isRepeated()) {
                  consumer.accept(field, text);
                }
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
    Limits.checkList(name, items);
    if (field.getName().equals("tags")) {
      Limits.checkTags(items.stream().map(String.class::cast).toList());
    }
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
