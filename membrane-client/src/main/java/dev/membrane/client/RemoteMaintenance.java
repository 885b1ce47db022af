package dev.membrane.client;

import dev.membrane.ClosedException;
import dev.membrane.EmbeddingResult;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Maintenance;
import java.util.function.BooleanSupplier;

/**
 * Refuses: a server does this in the background.
 *
 * @param isClosed whether no call is made any more
 */
record RemoteMaintenance(BooleanSupplier isClosed) implements Maintenance {

  @Override
  public int prune() {
    throw refused();
  }

  @Override
  public int expireIdempotencyKeys() {
    throw refused();
  }

  @Override
  public EmbeddingResult embed() {
    throw refused();
  }

  private RuntimeException refused() {
    return isClosed.getAsBoolean()
        ? new ClosedException()
        : new FailedPreconditionException("a server does its maintenance by itself");
  }
}
