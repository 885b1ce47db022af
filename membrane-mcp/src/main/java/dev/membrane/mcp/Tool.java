package dev.membrane.mcp;

/** Something that a model can do. What it is for is said in {@code tools.json}. Thread-safe. */
interface Tool {

  /** Its name in the list of tools. */
  String name();

  /**
   * Does it, and says what came of it, in few words.
   *
   * @throws RuntimeException as the memory does; the model is told what a caller is told
   */
  String use(McpCall call, Arguments arguments);
}
