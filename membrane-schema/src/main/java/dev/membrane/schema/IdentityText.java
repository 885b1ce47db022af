package dev.membrane.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Texts that are equal exactly where two values count as one and the same: strings in NFC, JSON
 * numbers by value ({@code 1}, {@code 1.0} and {@code 1e0} are one number), JSON objects whatever
 * the order of their members. Takes time that is linear in the size of the value, but for the
 * sorting of members.
 */
public final class IdentityText {

  private final StringBuilder text = new StringBuilder();

  private IdentityText() {}

  /** For a string: its NFC. */
  public static String of(String value) {
    return NormalForm.nfc(value);
  }

  /** For a JSON value. Not meant to be read back. */
  public static String of(JsonValue value) {
    IdentityText identity = new IdentityText();
    identity.append(value);
    return identity.text.toString();
  }

  private void append(JsonValue value) {
    if (value instanceof JsonString string) {
      append(of(string.value()));
    } else if (value instanceof JsonNumber number) {
      text.append('#').append(number.valueText()).append(';');
    } else if (value instanceof JsonBoolean truth) {
      text.append(truth.value() ? 't' : 'f');
    } else if (value instanceof JsonArray array) {
      text.append('[').append(array.items().size()).append(';');
      array.items().forEach(this::append);
    } else if (value instanceof JsonObject object) {
      append(object);
    } else {
      text.append('n');
    }
  }

  private void append(JsonObject object) {
    List<Map.Entry<String, JsonValue>> members = new ArrayList<>();
    object.members().forEach((name, member) -> members.add(Map.entry(of(name), member)));
    members.sort(Map.Entry.comparingByKey(Comparator.naturalOrder()));
    text.append('{').append(members.size()).append(';');
    for (Map.Entry<String, JsonValue> member : members) {
      append(member.getKey());
      append(member.getValue());
    }
  }

  /** Preceded by its length, so that nothing in it can pass for what follows it. */
  private void append(String string) {
    text.append(string.length()).append(':').append(string);
  }
}
