package dev.membrane.schema;

/** How closely a record is guarded, from the least to the most restrictive level. */
public enum Sensitivity {
  /** Freely shareable. */
  PUBLIC(0),
  /** Minimal sensitivity, the usual default. */
  LOW(1),
  /** Moderately sensitive. */
  MEDIUM(2),
  /** Needs elevated trust. */
  HIGH(3),
  /** Maximum protection. */
  HYPER(4);

  private static final WireNames<Sensitivity> NAMES = new WireNames<>(Sensitivity.class);

  private final int level;

  Sensitivity(int level) {
    this.level = level;
  }

  /** The name used in JSON and on the wire. */
  public String wireName() {
    return NAMES.of(this);
  }

  /** The rank of this level, 0 ({@link #PUBLIC}) to 4 ({@link #HYPER}). */
  public int level() {
    return level;
  }

  /** Whether a reader cleared for this level may see a record of the other level in full. */
  public boolean covers(Sensitivity other) {
    return other.level <= level;
  }

  /** Whether the other level is exactly one step more restrictive than this one. */
  public boolean isOneBelow(Sensitivity other) {
    return other.level == level + 1;
  }

  /**
   * Finds a constant by its wire name.
   *
   * @param field the field that holds the name, for the error
   * @throws ValidationException if no constant has that name
   */
  public static Sensitivity of(String field, String name) {
    return NAMES.find(field, name);
  }
}
