package dev.membrane.internal.consolidate;

import dev.membrane.spi.ModelException;

/**
 * Decides how long a stage goes on asking a model that fails. If it fails on one episode, the
 * episode may be the cause. If it fails on several in a row, the model is, and asking about all
 * others would only use up their attempts. Not thread-safe.
 */
final class ModelFailures {

  /** The temporary failures in a row after which the stage ends. Each may have taken minutes. */
  private static final int MAX_OUTAGES = 3;

  /** The other failures in a row after which the stage ends. They are answered at once. */
  private static final int MAX_REJECTIONS = 20;

  private int outages;
  private int rejections;

  /** The model has answered. */
  void forget() {
    outages = 0;
    rejections = 0;
  }

  /** Throws the failure of a model if it is one too many. */
  void count(RuntimeException failure) {
    if (failure instanceof ModelException model) {
      outages += model.isTemporary() ? 1 : 0;
      rejections += model.isTemporary() ? 0 : 1;
      if (outages == MAX_OUTAGES || rejections == MAX_REJECTIONS) {
        throw model;
      }
    }
  }
}
