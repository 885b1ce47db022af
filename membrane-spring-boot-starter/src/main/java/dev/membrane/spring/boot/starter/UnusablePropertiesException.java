package dev.membrane.spring.boot.starter;

/** With these properties there is no memory; the message names them. */
final class UnusablePropertiesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnusablePropertiesException(String message, Throwable cause) {
    super(message, cause);
  }
}
