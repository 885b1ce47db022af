package dev.membrane.store.jdbc;

import dev.membrane.spi.StoreUnavailableException;

/**
 * Why a changeset was not committed. The exception is made by the thread that throws it, so that
 * its stack tells who asked.
 */
@FunctionalInterface
interface Failure {

  /** A new exception for the thread that waits. */
  RuntimeException exception();

  /** The database did not take it. */
  static Failure unavailable(Throwable cause) {
    return () -> new StoreUnavailableException("the database cannot be written", cause);
  }
}
