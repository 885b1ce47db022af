package dev.membrane.grpc;

import com.google.protobuf.ByteString;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;

/** Reads what the server answers. */
final class Json {

  private static final RecordCodec CODEC = new RecordCodec();

  private Json() {}

  static MemoryRecord record(ByteString json) {
    return CODEC.decode(json.toStringUtf8());
  }

  static JsonValue value(String json) {
    return CODEC.parse("json", json);
  }

  static JsonObject object(ByteString json) {
    return (JsonObject) value(json.toStringUtf8());
  }

  /**
   * The value at a path of member names and array indices, such as {@code payload.timeline.0.t}.
   */
  static JsonValue at(JsonValue root, String path) {
    JsonValue value = root;
    for (String step : path.split("\\.", -1)) {
      value =
          value instanceof JsonArray array
              ? array.items().get(Integer.parseInt(step))
              : ((JsonObject) value).members().get(step);
      if (value == null) {
        throw new AssertionError("no " + step + " of " + path + " in " + CODEC.write(root));
      }
    }
    return value;
  }

  static String text(JsonValue root, String path) {
    return ((JsonString) at(root, path)).value();
  }

  static List<JsonValue> list(JsonValue root, String path) {
    return ((JsonArray) at(root, path)).items();
  }
}
