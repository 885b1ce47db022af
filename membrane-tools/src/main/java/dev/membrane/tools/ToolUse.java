package dev.membrane.tools;

/** What a tool does. Its description is in {@code tools.json}. Thread-safe. */
interface ToolUse {

  /** Its name in the list of tools. */
  String name();

  /**
   * Does it, and says what came of it, in few words.
   *
   * @throws RuntimeException as the memory does
   */
  String use(ToolSession session, ToolArguments arguments);
}
