package dev.membrane.llm;

import dev.membrane.schema.MembraneException;

/** An answer is not what was asked for. Its message says how, without a word of the answer. */
final class BadAnswerException extends MembraneException {

  private static final long serialVersionUID = 1L;

  BadAnswerException(String message) {
    super(message);
  }
}
