package com.example.journal;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The members of a JSON object that this store wrote itself. */
record Members(JsonObject json) {

  String text(String name) {
    return ((JsonString) json.get(name)).value();
  }

  /** Text, or null. */
  String optionalText(String name) {
    return json.get(name) instanceof JsonString text ? text.value() : null;
  }

  Instant instant(String name) {
    return Instant.parse(text(name));
  }

  Instant optionalInstant(String name) {
    String text = optionalText(name);
    return text == null ? null : Instant.parse(text);
  }

  boolean isTrue(String name) {
    return json.get(name) instanceof JsonBoolean truth && truth.value();
  }

  JsonNumber number(String name) {
    return (JsonNumber) json.get(name);
  }

  long integer(String name) {
    return Long.parseLong(number(name).text());
  }

  JsonObject object(String name) {
    return (JsonObject) json.get(name);
  }

  Map<String, Integer> counts(String name) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    object(name)
        .members()
        .forEach((text, count) -> counts.put(text, Integer.valueOf(((JsonNumber) count).text())));
    return counts;
  }

  List<Integer> integers(String name) {
    return items(name).map(item -> Integer.valueOf(((JsonNumber) item).text())).toList();
  }

  Stream<Members> objects(String name) {
    return items(name).map(item -> new Members((JsonObject) item));
  }

  Stream<String> texts(String name) {
    return items(name).map(item -> ((JsonString) item).value());
  }

  /** None where there is no list: lines of an earlier version have fewer. */
  private Stream<JsonValue> items(String name) {
    return json.get(name) instanceof JsonArray list ? list.items().stream() : Stream.of();
  }
}
