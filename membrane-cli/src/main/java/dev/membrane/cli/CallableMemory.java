package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** The memory that a command uses: a running server, or the store itself. */
interface CallableMemory extends AutoCloseable {

  /**
   * Does one call.
   *
   * @param name of the call, as {@code IngestObservation}
   * @param request its members, as HTTP has them
   * @return the answer, as HTTP has it
   * @throws dev.membrane.server.StartException if the call failed; the cause is a {@link
   *     dev.membrane.schema.ValidationException} or an {@link
   *     com.google.protobuf.InvalidProtocolBufferException} if the request was refused for what it
   *     says, and so nothing was stored; it is a {@link dev.membrane.NotFoundException} if what it
   *     is about does not exist for the caller
   */
  JsonNode call(String name, JsonNode request);

  /**
   * Does a call for each page of an answer.
   *
   * @param request of the first page; changed to that of the last
   * @param pages is told each, as {@link #call} answers it
   */
  default void eachPage(String name, ObjectNode request, Consumer<JsonNode> pages) {
    String next;
    do {
      JsonNode page = call(name, request);
      pages.accept(page);
      next = page.path("next_cursor").asText();
      request.put("cursor", next);
    } while (!next.isEmpty());
  }

  @Override
  void close();
}
