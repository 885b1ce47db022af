package dev.membrane.tck;

import dev.membrane.spi.store.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The part of {@link MemoryStoreTck} that is about vectors, for a store that can be set up in
 * several ways to search them.
 */
public abstract class VectorsTck implements VectorContract {

  private MemoryStore store;

  /** For subclasses. */
  protected VectorsTck() {}

  /** Opens a new store that holds nothing. Called once for each test, which also closes it. */
  protected abstract MemoryStore openStore();

  @Override
  public final MemoryStore store() {
    return store;
  }

  @BeforeEach
  final void open() {
    store = openStore();
  }

  @AfterEach
  final void close() {
    if (store != null) {
      store.close();
    }
  }
}
