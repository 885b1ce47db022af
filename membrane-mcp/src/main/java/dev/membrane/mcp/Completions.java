package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import java.util.List;

/** What may stand where somebody types the argument of a prompt or of an address. */
final class Completions {

  private Completions() {}

  /**
   * The answer to {@code completion/complete}. Ids and words of a task are nobody's to propose, so
   * that there is nothing to choose from.
   *
   * @throws RpcException if it is not said what is typed
   */
  static JsonObject complete(JsonObject params) {
    if (Members.object(params, "ref").isEmpty() || Members.object(params, "argument").isEmpty()) {
      throw RpcException.invalidParams("params.ref and params.argument must be objects");
    }
    JsonObject completion =
        new Members().put("values", List.of()).put("total", 0).put("hasMore", false).build();
    return new Members().put("completion", completion).build();
  }
}
