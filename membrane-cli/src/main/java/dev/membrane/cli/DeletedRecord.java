package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.NotFoundException;
import dev.membrane.server.StartException;

/** Of a record whose content was deleted, the audit log stays. */
final class DeletedRecord {

  private DeletedRecord() {}

  /** Whether there was a record with this id of which only the audit log is left. */
  static boolean is(String id, CallableMemory memory) {
    try {
      JsonNode entries = log(id, memory).path("entries");
      return entries.path(entries.size() - 1).path("action").asText().equals("delete");
    } catch (StartException unknown) {
      return false;
    }
  }

  /** The audit log of a record, whether or not it was deleted. */
  static JsonNode log(String id, CallableMemory memory) {
    return memory.call("GetAuditLog", JsonText.object().put("id", id));
  }

  /** What to tell somebody who looked for a record and found none. */
  static StartException explained(StartException failed, String id, CallableMemory memory) {
    return failed.getCause() instanceof NotFoundException && is(id, memory)
        ? new StartException(failed.getMessage() + ": " + hint(id), failed)
        : failed;
  }

  static String hint(String id) {
    return "it was deleted; its audit log stays: membraned history " + id + " --audit";
  }
}
