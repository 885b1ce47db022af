package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** Skills, a page of them at a time. */
final class SkillList {

  private static final int PAGE = 100;

  private final CallableMemory memory;

  SkillList(CallableMemory memory) {
    this.memory = memory;
  }

  /** Gives each skill that a request asks for. */
  void each(ObjectNode request, Consumer<JsonNode> skills) {
    request.put("page_size", PAGE);
    String next;
    do {
      JsonNode page = memory.call("ListSkills", request);
      page.path("skills").forEach(skills);
      next = page.path("next_cursor").asText();
      request.put("cursor", next);
    } while (!next.isEmpty());
  }
}
