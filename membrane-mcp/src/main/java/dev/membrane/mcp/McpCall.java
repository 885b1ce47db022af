package dev.membrane.mcp;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.Permission;
import dev.membrane.server.HttpRequest;
import dev.membrane.tools.ToolSession;
import java.util.Optional;
import java.util.Set;

/**
 * Who calls, and what the request says besides its message. The caller and their scope are decided
 * by the key and by headers, which the host's configuration sets. They are never decided by
 * arguments, which a model chooses.
 *
 * @param memory as the caller sees it
 * @param scope the one that the host asks for; empty: all scopes of the caller
 * @param idempotencyKey the same in repeats of the same request; empty: every request counts
 * @param isStateless whether the request is of a revision without sessions
 */
record McpCall(
    Memory memory,
    Caller caller,
    Optional<String> scope,
    Optional<String> idempotencyKey,
    boolean isStateless)
    implements ToolSession {

  static final String SCOPE_HEADER = "membrane-scope";
  static final String IDEMPOTENCY_HEADER = "idempotency-key";

  private static final String SOURCE = "mcp";

  /** Reads a request. */
  static McpCall of(HttpRequest request, boolean isStateless) {
    return new McpCall(
        request.admission().actingFor(SOURCE),
        request.admission().caller(),
        request.narrowingHeader(SCOPE_HEADER),
        request.header(IDEMPOTENCY_HEADER).filter(key -> !key.isEmpty()),
        isStateless);
  }

  /** Whether the caller holds all of these. */
  boolean mayAll(Set<Permission> permissions) {
    return permissions.stream().allMatch(caller::may);
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public String scopeSetting() {
    return "--scope of membraned mcp or the header Membrane-Scope";
  }

  @Override
  public IngestOptions options() {
    IngestOptions options = IngestOptions.NONE;
    if (scope.isPresent()) {
      options = options.scope(scope.get());
    } else if (!caller.hasScopes()) {
      options = options.unscoped();
    }
    return idempotencyKey.isPresent() ? options.idempotencyKey(idempotencyKey.get()) : options;
  }
}
