package dev.membrane.store.postgres;

import dev.membrane.spi.StoreUnavailableException;

/**
 * Why a changeset was not committed. The exception is made by the thread that throws it, so that
 * its stack tells who asked.
 */
@FunctionalInterface
interface Failure {

  RuntimeException exception();

  static Failure unavailable(Throwable cause) {
    return () -> new StoreUnavailableException("the database cannot be written", cause);
  }
}
