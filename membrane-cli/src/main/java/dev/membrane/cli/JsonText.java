package dev.membrane.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON whose numbers stay as they are. */
final class JsonText {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonText() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Reads one value. */
  static JsonNode read(byte[] json) throws IOException {
    return MAPPER.readTree(json);
  }

  /**
   * Reads what somebody typed.
   *
   * @param name what it is called on the command line
   * @throws StartException if it is not JSON
   */
  static JsonNode typed(String name, String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException malformed) {
      throw new StartException(name + " is not JSON: " + malformed.getOriginalMessage(), malformed);
    }
  }

  static String write(JsonNode json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** As {@link #write}, a member to a line. */
  static String indented(JsonNode json) {
    return json.toPrettyString();
  }
}
