package dev.membrane.mcp;

import dev.membrane.protocol.CallCode;
import dev.membrane.schema.JsonObject;

/** A tool failed. To MCP that is a result, not an error of JSON-RPC. */
final class ToolException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final CallCode code;
  private final transient JsonObject result;

  /**
   * A failure.
   *
   * @param result what a model reads of it
   */
  ToolException(CallCode code, JsonObject result) {
    super(code.name());
    this.code = code;
    this.result = result;
  }

  CallCode code() {
    return code;
  }

  JsonObject result() {
    return result;
  }

  /** Costs nothing: it is an answer, and the trace says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
