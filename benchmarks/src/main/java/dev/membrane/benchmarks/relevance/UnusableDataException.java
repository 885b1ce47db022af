package dev.membrane.benchmarks.relevance;

import org.jspecify.annotations.Nullable;

/** The data cannot be read; the message names the file and what is wrong with it. */
public final class UnusableDataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public UnusableDataException(String message) {
    super(message);
  }

  /** The same, with what failed, if anything did. */
  public UnusableDataException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
