package dev.membrane;

import dev.membrane.schema.MembraneException;
import java.util.regex.Pattern;

/** The requested thing does not exist, or the caller may not know that it does. */
public final class NotFoundException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Other texts are no ids, and may not be fit to be shown. */
  private static final Pattern SHOWN = Pattern.compile("[ -~]{1,64}");

  /**
   * The record does not exist, or the caller may not know of it.
   *
   * @param id as the caller has written it
   */
  public static NotFoundException record(String id) {
    String shown = SHOWN.matcher(id).matches() ? ": " + id : "";
    return new NotFoundException("record not found" + shown);
  }

  /** Takes a message for the caller. */
  public NotFoundException(String message) {
    super(message);
  }
}
