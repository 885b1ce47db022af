package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.HeaderText;
import dev.membrane.server.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The revisions of the protocol. Those up to 2025-11-25 begin with {@code initialize}; this server
 * keeps no session, which they allow. From 2026-07-28 on each request stands for itself, and
 * headers repeat parts of its body.
 */
final class Revisions {

  static final String VERSION_HEADER = "mcp-protocol-version";
  static final String METHOD_HEADER = "mcp-method";
  static final String NAME_HEADER = "mcp-name";

  static final String STATELESS = "2026-07-28";

  /** The newest with which an initialization is answered that asks for one unknown. */
  private static final String NEWEST_WITH_SESSIONS = "2025-11-25";

  static final List<String> ALL =
      List.of(STATELESS, NEWEST_WITH_SESSIONS, "2025-06-18", "2025-03-26", "2024-11-05");

  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  /** The methods whose requests name a thing, and the parameter that names it. */
  private static final Map<String, String> NAMED =
      Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

  private Revisions() {}

  /**
   * Whether a message stands for itself.
   *
   * @throws RpcException if it does but breaks the rules of its revision, or if it names an unknown
   *     revision
   */
  static boolean isStateless(RpcMessage message, HttpRequest http) {
    String header = http.header(VERSION_HEADER).orElse("");
    Optional<String> inBody = inBody(message);
    if (inBody.isEmpty() && isOfSessions(message.method(), header)) {
      return false;
    }
    if (message.isRequest()) {
      check(message, http, header, inBody);
    }
    return true;
  }

  private static boolean isOfSessions(String method, String header) {
    if (method.equals("initialize")) {
      return !header.equals(STATELESS);
    }
    boolean isOlder = header.isEmpty() || (ALL.contains(header) && !header.equals(STATELESS));
    return isOlder && !method.equals("server/discover");
  }

  private static void check(
      RpcMessage message, HttpRequest http, String header, Optional<String> inBody) {
    JsonObject meta = message.meta();
    if (header.isEmpty()) {
      throw mismatch("the header MCP-Protocol-Version is missing");
    }
    if (inBody.isPresent() && !inBody.get().equals(header)) {
      throw mismatch(
          "MCP-Protocol-Version is " + header + ", and the message is of " + inBody.get());
    }
    if (!header.equals(STATELESS)) {
      throw unsupported(header);
    }
    checkHeader("Mcp-Method", http.header(METHOD_HEADER), message.method());
    named(message)
        .ifPresent(
            name ->
                checkHeader(
                    "Mcp-Name",
                    http.header(NAME_HEADER).map(value -> decoded("Mcp-Name", value)),
                    name));
    if (inBody.isEmpty()) {
      throw malformed("params._meta." + VERSION + " is missing");
    }
    if (MessageFields.object(meta, CAPABILITIES).isEmpty()) {
      throw malformed("params._meta." + CAPABILITIES + " must be an object");
    }
  }

  /** The revision with which an initialization is answered that asks for one. */
  static String agreedOn(String asked) {
    return ALL.contains(asked) && !asked.equals(STATELESS) ? asked : NEWEST_WITH_SESSIONS;
  }

  /** The revision that a message says it is of. */
  static Optional<String> inBody(RpcMessage message) {
    return MessageFields.text(message.meta(), VERSION);
  }

  /** The tool, prompt or resource that a message names. */
  static Optional<String> named(RpcMessage message) {
    return Optional.ofNullable(NAMED.get(message.method()))
        .flatMap(parameter -> MessageFields.text(message.params(), parameter));
  }

  private static void checkHeader(String name, Optional<String> header, String inBody) {
    if (header.isEmpty()) {
      throw mismatch("the header " + name + " is missing");
    }
    if (!header.get().equals(inBody)) {
      throw mismatch(name + " is " + header.get() + ", and the message says " + inBody);
    }
  }

  private static String decoded(String name, String header) {
    try {
      return HeaderText.decoded(name, header);
    } catch (ValidationException malformed) {
      throw mismatch(String.valueOf(malformed.getMessage()));
    }
  }

  private static RpcException mismatch(String text) {
    return new RpcException(RpcException.HEADER_MISMATCH, 400, "Header mismatch: " + text);
  }

  private static RpcException malformed(String text) {
    return new RpcException(RpcException.INVALID_PARAMS, 400, text);
  }

  private static RpcException unsupported(String requested) {
    return new RpcException(
        RpcException.UNSUPPORTED_VERSION,
        400,
        "Unsupported protocol version",
        new MessageFields().put("supported", ALL).put("requested", requested).build());
  }
}
