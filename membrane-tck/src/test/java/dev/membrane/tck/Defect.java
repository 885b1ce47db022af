package dev.membrane.tck;

import java.util.function.Supplier;

/**
 * A way in which a store can be wrong.
 *
 * @param what in words
 * @param caughtBy the test that has to notice
 * @param store makes a store that is wrong in just this way
 */
record Defect(String what, String caughtBy, Supplier<DelegatingStore> store) {

  @Override
  public String toString() {
    return what;
  }
}
