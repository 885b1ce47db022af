package dev.membrane.mcp;

import dev.membrane.NotFoundException;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be read by its address: skills, records, their audit logs, the states of threads.
 * Thread-safe.
 */
final class Resources {

  private static final String JSON = "application/json";
  private static final Pattern RECORD = Pattern.compile("membrane://record/([^/?#]+)(/audit)?");
  private static final Pattern THREAD = Pattern.compile("membrane://thread/([^/?#]+)");
  private static final RecordCodec CODEC = new RecordCodec();

  private final List<JsonObject> templates = Descriptions.of("templates.json");

  /** The answer to {@code resources/templates/list}. */
  JsonObject templates() {
    return new MessageFields().put("resourceTemplates", templates).build();
  }

  /**
   * The answer to {@code resources/read}.
   *
   * @throws RpcException if there is nothing at the address that the caller may know of
   */
  JsonObject read(McpCall call, JsonObject params) {
    String uri = MessageFields.required(params, "uri");
    try {
      return Skills.find(call, uri)
          .map(skill -> contents(uri, Skills.MARKDOWN, skill.text()))
          .orElseGet(() -> contents(uri, JSON, at(call, uri)));
    } catch (NotFoundException nothing) {
      throw notFound(call, uri);
    }
  }

  private static String at(McpCall call, String uri) {
    Matcher record = RECORD.matcher(uri);
    if (record.matches()) {
      String id = decoded(record.group(1));
      return record.group(2) == null
          ? CODEC.encode(call.memory().retrieval().byId(id, call.trust()))
          : audit(call.memory().audit().under(call.trust()).of(id));
    }
    Matcher thread = THREAD.matcher(uri);
    if (thread.matches()) {
      return call.state(decoded(thread.group(1)))
          .map(CODEC::encode)
          .orElseThrow(() -> notFound(call, uri));
    }
    throw notFound(call, uri);
  }

  private static String audit(List<AuditLink> log) {
    List<JsonValue> entries = new ArrayList<>();
    log.forEach(link -> entries.add(CODEC.parse("entry", CODEC.encode(link.entry()))));
    return CODEC.write(new JsonArray(entries));
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw RpcException.invalidParams("params.uri cannot be decoded");
    }
  }

  /** One text at one address. */
  static JsonObject contents(String uri, String mediaType, String text) {
    JsonObject content =
        new MessageFields().put("uri", uri).put("mimeType", mediaType).put("text", text).build();
    return new MessageFields().put("contents", List.of(content)).build();
  }

  /** Says that there is nothing at an address, in the words of the revision that asks. */
  static RpcException notFound(McpCall call, String uri) {
    int code = call.isStateless() ? RpcException.INVALID_PARAMS : RpcException.RESOURCE_NOT_FOUND;
    return new RpcException(
        code, 200, "Resource not found", new MessageFields().put("uri", uri).build());
  }
}
