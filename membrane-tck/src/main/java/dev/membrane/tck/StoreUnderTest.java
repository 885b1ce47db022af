package dev.membrane.tck;

import dev.membrane.spi.MemoryStore;

/** What every part of the contract has: an empty store, made for one test. */
interface StoreUnderTest {

  /** The store under test. */
  MemoryStore store();
}
