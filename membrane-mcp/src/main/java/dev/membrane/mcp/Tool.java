package dev.membrane.mcp;

/** A tool that a model can use. Its description is in {@code tools.json}. Thread-safe. */
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
