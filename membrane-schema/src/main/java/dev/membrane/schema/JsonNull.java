package dev.membrane.schema;

/** The JSON null, which is a value; where a member may be missing, Java's null says so. */
public enum JsonNull implements JsonValue {
  /** The only instance. */
  NULL;

  /** The JSON text. */
  @Override
  public String toString() {
    return "null";
  }
}
