package dev.membrane.otel;

import io.opentelemetry.api.common.AttributeKey;

/**
 * The names of OpenTelemetry's semantic conventions that are used here, and nowhere else are any.
 * Those of HTTP and RPC are of version 1.44.0. Those of MCP and of memory ({@code gen_ai.…}) have
 * the status Development, so that they may change.
 */
final class SemanticNames {

  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
  static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
  static final AttributeKey<String> RPC_STATUS = AttributeKey.stringKey("rpc.response.status_code");

  static final AttributeKey<String> HTTP_METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<String> HTTP_ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<Long> HTTP_STATUS = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
  static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");

  static final AttributeKey<String> MCP_METHOD = AttributeKey.stringKey("mcp.method.name");
  static final AttributeKey<String> TOOL_NAME = AttributeKey.stringKey("gen_ai.tool.name");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> RECORD_ID = AttributeKey.stringKey("gen_ai.memory.record.id");
  static final AttributeKey<Long> RECORD_COUNT = AttributeKey.longKey("gen_ai.memory.record.count");

  /** What a method is called that the server does not know. */
  static final String OTHER = "_OTHER";

  /** The type of the error if a tool failed. */
  static final String TOOL_ERROR = "tool_error";

  static final String EXECUTE_TOOL = "execute_tool";
  static final String SEARCH_MEMORY = "search_memory";
  static final String CREATE_MEMORY = "create_memory";
  static final String UPDATE_MEMORY = "update_memory";
  static final String UPSERT_MEMORY = "upsert_memory";
  static final String DELETE_MEMORY = "delete_memory";

  private SemanticNames() {}
}
