package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** The memory that a command uses: a running server, or the store itself. */
interface Memory extends AutoCloseable {

  /**
   * Does one call.
   *
   * @param name of the call, as {@code IngestObservation}
   * @param request its members, as HTTP has them
   * @return the answer, as HTTP has it
   * @throws dev.membrane.server.StartException if the call failed
   */
  JsonNode call(String name, JsonNode request);

  @Override
  void close();
}
