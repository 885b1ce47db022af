package dev.membrane.tck;

import java.util.function.Supplier;

/**
 * A way in which an extractor, an embedder or a stage can be wrong.
 *
 * @param what in words
 * @param caughtBy the test that has to notice
 * @param model makes one that is wrong in just this way
 */
record Flaw<T>(String what, String caughtBy, Supplier<T> model) {

  @Override
  public String toString() {
    return what;
  }
}
