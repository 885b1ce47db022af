package dev.membrane.chat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A message of a framework that there is not. */
record Said(String who, String text) {

  static Said user(String text) {
    return new Said("user", text);
  }

  static Said system(String text) {
    return new Said("system", text);
  }

  /** Keeps them. */
  static class Format implements MessageFormat<Said> {

    @Override
    public JsonValue write(Said message) {
      return JsonValue.of(Map.of("who", message.who(), "text", message.text()));
    }

    @Override
    public Said read(JsonValue json) {
      Map<String, JsonValue> members = ((JsonObject) json).members();
      return new Said(text(members.get("who")), text(members.get("text")));
    }

    private static String text(JsonValue value) {
      return ((JsonString) value).value();
    }

    @Override
    public String kind(Said message) {
      return message.who() + "_message";
    }

    @Override
    public String text(Said message) {
      return message.who().equals("system") ? null : message.text();
    }
  }

  /** Fails to keep one message, for as long as it is broken. */
  static final class Breaking extends Format {

    private final Said bad;
    private final AtomicBoolean isBroken;

    Breaking(Said bad, AtomicBoolean isBroken) {
      this.bad = bad;
      this.isBroken = isBroken;
    }

    @Override
    public JsonValue write(Said message) {
      if (isBroken.get() && message.equals(bad)) {
        throw new IllegalStateException("broken");
      }
      return super.write(message);
    }
  }
}
