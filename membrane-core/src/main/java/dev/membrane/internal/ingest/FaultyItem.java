package dev.membrane.internal.ingest;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;

/** Says which item a batch was refused for. */
final class FaultyItem {

  private FaultyItem() {}

  /**
   * What refuses the batch.
   *
   * @param number of the item, from 0
   * @param failure what the item was refused for
   */
  static MembraneException named(int number, MembraneException failure) {
    String item = "items[" + number + "]";
    String text = item + ": " + failure.getMessage();
    if (failure instanceof ValidationException invalid) {
      return invalid.in(item);
    }
    if (failure instanceof NotFoundException) {
      return new NotFoundException(text);
    }
    if (failure instanceof AccessDeniedException denied) {
      return denied.in(item);
    }
    if (failure instanceof AlreadyExistsException) {
      return new AlreadyExistsException(text);
    }
    return failure instanceof QuotaExceededException
        ? new QuotaExceededException(text)
        : new FailedPreconditionException(text);
  }
}
