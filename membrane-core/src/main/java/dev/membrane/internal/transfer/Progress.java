package dev.membrane.internal.transfer;

/** Is told from time to time how far a move has come, never by two threads at once. */
@FunctionalInterface
public interface Progress {

  /**
   * So many of so many.
   *
   * @param all 0 if that is not known
   */
  void at(long done, long all);
}
