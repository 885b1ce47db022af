package dev.membrane.store.postgres;

import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;

/** What Jdbi says of a statement that fails. */
final class FailureMessages {

  private FailureMessages() {}

  /** Keeps the values that were bound out of it, for failures are logged. */
  static Jdbi withoutValues(Jdbi jdbi) {
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }
}
