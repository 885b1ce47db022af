package dev.membrane.llm;

import dev.membrane.schema.MembraneException;

/** An answer is not what was asked for. Its message says how, without a word of the answer. */
final class BadAnswerException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final boolean fromModel;

  private BadAnswerException(String message, boolean fromModel) {
    super(message);
    this.fromModel = fromModel;
  }

  /** A model answers with something else. */
  BadAnswerException(String message) {
    this(message, true);
  }

  /** No model has answered, but what stands before it, such as a gateway that is out of service. */
  static BadAnswerException ofNoModel(String message) {
    return new BadAnswerException(message, false);
  }

  /** Whether a model has answered, which it may do again if it is asked the same. */
  boolean isFromModel() {
    return fromModel;
  }
}
