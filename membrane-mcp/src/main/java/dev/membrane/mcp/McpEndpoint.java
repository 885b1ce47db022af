package dev.membrane.mcp;

import dev.membrane.CancelledException;
import dev.membrane.protocol.CallFailures;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.HttpAnswer;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Model Context Protocol over streamable HTTP: a message in, its answer as JSON. Thread-safe.
 */
final class McpEndpoint implements HttpEndpoint {

  static final String PATH = "/mcp";

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  private final McpMethods methods;
  private final CallFailures failures;

  McpEndpoint(CallFailures failures, InstantSource clock, String version) {
    this.methods = new McpMethods(failures, clock, version);
    this.failures = failures;
  }

  @Override
  public String path() {
    return PATH;
  }

  @Override
  public Set<String> methods() {
    return Set.of("POST");
  }

  @Override
  public Set<String> headers() {
    return Set.of(
        Revisions.VERSION_HEADER,
        Revisions.METHOD_HEADER,
        Revisions.NAME_HEADER,
        McpCall.SCOPE_HEADER,
        McpCall.IDEMPOTENCY_HEADER);
  }

  @Override
  public HttpAnswer answer(HttpRequest request) {
    RpcMessage message;
    try {
      message = RpcMessage.read(request.body());
    } catch (RpcException malformed) {
      return failed(null, malformed);
    }
    try {
      return answer(request, message);
    } catch (RpcException refused) {
      return failed(message.id(), refused);
    } catch (CancelledException nobodyWaits) {
      throw nobodyWaits;
    } catch (RuntimeException fault) {
      String text = failures.of("mcp/" + message.method(), fault).text();
      return failed(message.id(), new RpcException(RpcException.INTERNAL, OK, text));
    }
  }

  private HttpAnswer answer(HttpRequest request, RpcMessage message) {
    boolean isStateless = Revisions.isStateless(message, request);
    JsonValue id = message.id();
    if (id == null) {
      return HttpAnswer.empty(ACCEPTED);
    }
    JsonObject result =
        methods.answer(McpCall.of(request, isStateless), message.method(), message.params());
    return json(OK, envelope(id).put("result", result));
  }

  private static HttpAnswer failed(@Nullable JsonValue id, RpcException refused) {
    return json(refused.status(), envelope(id).put("error", refused.toJson()));
  }

  /** Where the id could not be read there is none. */
  private static Members envelope(@Nullable JsonValue id) {
    Members envelope = new Members().put("jsonrpc", "2.0");
    return id == null ? envelope : envelope.put("id", id);
  }

  private static HttpAnswer json(int status, Members envelope) {
    byte[] body = CODEC.write(envelope.build()).getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(status, "application/json", body);
  }
}
