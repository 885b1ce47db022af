package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import dev.membrane.protocol.CallFailures;
import dev.membrane.protocol.FaultIds;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import dev.membrane.server.local.LocalMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The store of the configuration, opened for one command. */
final class StoreMemory implements CallableMemory {

  private final LocalMemory memory;
  private final MembraneCalls calls = new MembraneCalls();
  private final CallFailures failures = new CallFailures(new FaultIds());

  StoreMemory(LocalMemory memory) {
    this.memory = memory;
  }

  @Override
  public JsonNode call(String name, JsonNode request) {
    byte[] answer;
    try {
      byte[] body = JsonText.write(request).getBytes(StandardCharsets.UTF_8);
      Message message = ReadableJson.read(calls.request(name), body);
      answer = ReadableJson.write(calls.answer(name, message, memory.admission()));
    } catch (IOException | RuntimeException failed) {
      throw new StartException(failures.of(name, failed).text(), failed);
    }
    return read(answer);
  }

  /**
   * An answer that cannot be read is no cause of the failure: callers read a ValidationException as
   * cause as "this item was refused", and would go on with the next one.
   */
  private static JsonNode read(byte[] answer) {
    try {
      return JsonText.read(answer);
    } catch (ValidationException unreadable) {
      throw new StartException("the answer cannot be read: " + unreadable.getMessage());
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
