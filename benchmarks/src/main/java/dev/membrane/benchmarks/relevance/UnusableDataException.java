package dev.membrane.benchmarks.relevance;

/** The data cannot be read; the message names the file and what is wrong with it. */
final class UnusableDataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnusableDataException(String message) {
    super(message);
  }

  UnusableDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
