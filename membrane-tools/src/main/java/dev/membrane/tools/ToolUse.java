package dev.membrane.tools;

import java.util.Map;

/** What a tool does. Its description is in {@code tools.json}. Thread-safe. */
interface ToolUse {

  /** Its name in the list of tools. */
  String name();

  /**
   * The arguments that a request to the memory calls by another name. The keys are regular
   * expressions for the beginning of that name.
   */
  default Map<String, String> argumentsByField() {
    return Map.of();
  }

  /**
   * Does it, and says what came of it, in few words.
   *
   * @throws RuntimeException as the memory does
   */
  String use(ToolSession session, ToolArguments arguments);
}
