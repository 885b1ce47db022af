package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;

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

  @Override
  void close();
}
