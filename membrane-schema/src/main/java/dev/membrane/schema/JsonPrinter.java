package dev.membrane.schema;

import java.util.Iterator;
import java.util.Map;

/** Writes JSON as text without blanks, so that a value is printed as what it is. */
final class JsonPrinter {

  private final StringBuilder text = new StringBuilder();

  private JsonPrinter() {}

  static String of(JsonValue value) {
    JsonPrinter whole = new JsonPrinter();
    whole.append(value);
    return whole.text.toString();
  }

  private void append(JsonValue value) {
    if (value instanceof JsonObject object) {
      appendMembers(object);
    } else if (value instanceof JsonArray array) {
      appendItems(array);
    } else if (value instanceof JsonString string) {
      appendQuoted(string.value());
    } else {
      text.append(value);
    }
  }

  private void appendMembers(JsonObject object) {
    text.append('{');
    Iterator<Map.Entry<String, JsonValue>> members = object.members().entrySet().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonValue> member = members.next();
      appendQuoted(member.getKey());
      text.append(':');
      append(member.getValue());
      text.append(members.hasNext() ? "," : "");
    }
    text.append('}');
  }

  private void appendItems(JsonArray array) {
    text.append('[');
    Iterator<JsonValue> items = array.items().iterator();
    while (items.hasNext()) {
      append(items.next());
      text.append(items.hasNext() ? "," : "");
    }
    text.append(']');
  }

  private void appendQuoted(String value) {
    text.append('"');
    value.chars().forEach(each -> appendEscaped((char) each));
    text.append('"');
  }

  private void appendEscaped(char each) {
    switch (each) {
      case '"', '\\' -> text.append('\\').append(each);
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\b' -> text.append("\\b");
      case '\f' -> text.append("\\f");
      default -> {
        if (each < ' ') {
          text.append("\\u%04X".formatted((int) each));
        } else {
          text.append(each);
        }
      }
    }
  }
}
