package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.MembraneException;

/** The caller may know of the record, but not do this to it. */
public final class AccessDeniedException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final String field;

  /** The caller may know that a record exists, but not what it says. */
  public static AccessDeniedException byTrust() {
    return new AccessDeniedException("access denied by trust context");
  }

  /** Takes a message for the caller. */
  public AccessDeniedException(String message) {
    this("", message);
  }

  private AccessDeniedException(String field, String message) {
    super(message);
    this.field = requireNonNull(field, "field");
  }

  /**
   * What a field of the request asks for is denied.
   *
   * @param field its path, as in a {@link dev.membrane.schema.ValidationException}; empty: it is
   *     about no field in particular
   * @param message for the caller
   */
  public static AccessDeniedException of(String field, String message) {
    return new AccessDeniedException(field, message);
  }

  /**
   * The same refusal, as part of something larger: {@code <place>: <message>}.
   *
   * @param place for example {@code items[17]}
   */
  public AccessDeniedException in(String place) {
    return of(field.isEmpty() ? field : place + "." + field, place + ": " + getMessage());
  }

  /** The path of the field that is denied; empty: it is about no field in particular. */
  public String field() {
    return field;
  }
}
