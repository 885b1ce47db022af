package dev.membrane.internal.ingest;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;

/** Says which item a batch was refused for. */
public final class FaultyItem {

  private FaultyItem() {}

  /**
   * What refuses the batch.
   *
   * @param number of the item, from 0
   * @param failure what the item was refused for
   */
  public static MembraneException named(int number, MembraneException failure) {
    String item = "items[" + number + "]";
    String text = item + ": " + failure.getMessage();
    if (failure instanceof ValidationException invalid) {
      return named(item, invalid);
    }
    if (failure instanceof NotFoundException) {
      return new NotFoundException(text);
    }
    if (failure instanceof AccessDeniedException) {
      return new AccessDeniedException(text);
    }
    if (failure instanceof AlreadyExistsException) {
      return new AlreadyExistsException(text);
    }
    return failure instanceof QuotaExceededException
        ? new QuotaExceededException(text)
        : new FailedPreconditionException(text);
  }

  private static ValidationException named(String item, ValidationException invalid) {
    String field = invalid.field().isEmpty() ? item : item + "." + invalid.field();
    String usual = "validation error for " + invalid.field() + ": ";
    String message = String.valueOf(invalid.getMessage());
    return ValidationException.worded(
        field,
        field + ": " + (message.startsWith(usual) ? message.substring(usual.length()) : message));
  }
}
