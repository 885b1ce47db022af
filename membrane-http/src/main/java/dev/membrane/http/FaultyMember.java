package dev.membrane.http;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the member because of which JSON is no message, as the parser names few. Each is tried
 * alone.
 */
record FaultyMember(JsonFormat.Parser parser, JsonFormat.Printer printer) {

  /** So many items of an array are tried, as each takes longer than the parser does for it. */
  private static final int MAX_ITEMS = 100;

  /** What is wrong with the first of them; empty if the text is no JSON object, or no member is. */
  Optional<ValidationException> in(String json, Message message) {
    try {
      Struct.Builder members = Struct.newBuilder();
      parser.merge(json, members);
      return in(members.build(), message, "");
    } catch (InvalidProtocolBufferException | RuntimeException noObject) {
      // The parser leaves some malformed numbers and texts to what it is made of.
      return Optional.empty();
    }
  }

  private Optional<ValidationException> in(Struct members, Message message, String path) {
    for (Map.Entry<String, Value> member : members.getFieldsMap().entrySet()) {
      String name = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      Optional<FieldDescriptor> field = field(message, member.getKey());
      if (field.isEmpty()) {
        return Optional.of(ValidationException.worded(name, "unknown member: " + name));
      }
      if (!fits(member.getKey(), member.getValue(), message)) {
        return Optional.of(fault(field.get(), member.getValue(), message, name));
      }
    }
    return Optional.empty();
  }

  private static Optional<FieldDescriptor> field(Message message, String name) {
    return message.getDescriptorForType().getFields().stream()
        .filter(field -> field.getName().equals(name) || field.getJsonName().equals(name))
        .findFirst();
  }

  private boolean fits(String name, Value value, Message message) {
    try {
      Struct alone = Struct.newBuilder().putFields(name, value).build();
      parser.merge(printer.print(alone), message.newBuilderForType());
      return true;
    } catch (InvalidProtocolBufferException | RuntimeException refused) {
      return false;
    }
  }

  private ValidationException fault(
      FieldDescriptor field, Value value, Message message, String path) {
    if (field.isRepeated() && value.hasListValue()) {
      List<Value> items = value.getListValue().getValuesList();
      for (int i = 0; i < Math.min(items.size(), MAX_ITEMS); i++) {
        ListValue alone = ListValue.newBuilder().addValues(items.get(i)).build();
        Value item = Value.newBuilder().setListValue(alone).build();
        if (!fits(field.getName(), item, message)) {
          return ofOne(field, items.get(i), message, path + "[" + i + "]");
        }
      }
    }
    return field.isRepeated()
        ? wrong(path, "an array of which each item is " + what(field))
        : ofOne(field, value, message, path);
  }

  private ValidationException ofOne(
      FieldDescriptor field, Value value, Message message, String path) {
    if (field.getJavaType() == JavaType.MESSAGE && value.hasStructValue()) {
      Message inner = message.newBuilderForType().newBuilderForField(field).build();
      Optional<ValidationException> within = in(value.getStructValue(), inner, path);
      if (within.isPresent()) {
        return within.get();
      }
    }
    return wrong(path, what(field));
  }

  private static String what(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> "a string";
      case BOOLEAN -> "true or false";
      case INT, LONG -> "a whole number that is not too large";
      case FLOAT, DOUBLE -> "a number";
      case BYTE_STRING -> "a string in base64";
      case ENUM -> "one of the names of its values";
      case MESSAGE -> "an object";
    };
  }

  private static ValidationException wrong(String path, String what) {
    return ValidationException.worded(path, path + " must be " + what);
  }
}
