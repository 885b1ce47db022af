package dev.membrane.llm;

/** An answer is not what was asked for. Its message says how, without a word of the answer. */
final class BadAnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadAnswerException(String message) {
    super(message);
  }
}
