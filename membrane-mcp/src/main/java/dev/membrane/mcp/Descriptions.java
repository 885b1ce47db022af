package dev.membrane.mcp;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The texts that tell clients about this server. They are in files next to this class. */
final class Descriptions {

  private Descriptions() {}

  /** The objects of a file that is a list of them. */
  static List<JsonObject> of(String file) {
    JsonArray array = (JsonArray) new RecordCodec().parse(file, text(file));
    return array.items().stream().map(JsonObject.class::cast).toList();
  }

  private static String text(String file) {
    try (InputStream in = Descriptions.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no file " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
