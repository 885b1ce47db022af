package dev.membrane.schema;

/**
 * A value handed in by a caller breaks a rule. The message is meant for that caller and names the
 * field.
 */
public final class ValidationException extends MembraneException {

  private static final long serialVersionUID = 1L;
  private static final String OPENING = "validation error for ";

  private final String field;

  /**
   * A violation in the usual wording, {@code validation error for <field>: <message>}.
   *
   * @param field where the value stands, for example {@code payload.timeline[0].ref}
   * @param message what is wrong with it
   */
  public ValidationException(String field, String message) {
    this(field, OPENING, field + ": " + message);
  }

  /**
   * The same violation, as part of something larger: {@code <place>.<field>: <message>}.
   *
   * @param place for example {@code items[17]}
   */
  public ValidationException in(String place) {
    String where = field.isEmpty() ? place : place + "." + field;
    return worded(where, where + ": " + rule());
  }

  /** What is wrong, without the field where the text has the usual wording. */
  public String rule() {
    String text = String.valueOf(getMessage());
    String usual = OPENING + field + ": ";
    return text.startsWith(usual) ? text.substring(usual.length()) : text;
  }

  private ValidationException(String field, String opening, String rest) {
    super(opening + rest);
    this.field = field;
  }

  /** A violation whose text is fixed elsewhere and already says which field it is about. */
  public static ValidationException worded(String field, String text) {
    return new ValidationException(field, "", text);
  }

  /** Where the value stands, for example {@code payload.timeline[0].ref}. */
  public String field() {
    return field;
  }
}
