package com.example.names;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.List;
import java.util.Map;

/** The names that an episode mentions: what it has to say to the stage. */
record Names(List<String> all) {

  static final LessonCodec<Names> CODEC =
      new LessonCodec<>() {

        @Override
        public JsonObject write(Names lesson) {
          return new JsonObject(Map.of("names", array(lesson.all())));
        }

        @Override
        public Names read(JsonObject stored) {
          return new Names(texts(stored.get("names")));
        }
      };

  static JsonArray array(List<String> texts) {
    return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
  }

  static List<String> texts(JsonValue value) {
    return value instanceof JsonArray array
        ? array.items().stream().map(Names::text).toList()
        : List.of();
  }

  private static String text(JsonValue item) {
    if (item instanceof JsonString text) {
      return text.value();
    }
    throw new IllegalArgumentException("a name is no text");
  }
}
