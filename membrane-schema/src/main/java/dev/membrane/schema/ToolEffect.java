package dev.membrane.schema;

/** What a tool says of itself: whether its calls change anything outside of the agent. */
public enum ToolEffect {
  /** It only looks something up, as MCP's {@code readOnlyHint} says. */
  READ,
  /** It changes something. */
  WRITE;

  private static final WireNames<ToolEffect> NAMES = new WireNames<>(ToolEffect.class);

  /** The name used in JSON and on the wire. */
  public String wireName() {
    return NAMES.of(this);
  }

  /**
   * Finds a constant by its wire name.
   *
   * @param field the field that holds the name, for the error
   * @throws ValidationException if no constant has that name
   */
  public static ToolEffect of(String field, String name) {
    return NAMES.find(field, name);
  }
}
