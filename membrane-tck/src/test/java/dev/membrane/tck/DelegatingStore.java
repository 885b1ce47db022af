package dev.membrane.tck;

import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;

/** A sound store; its subclasses break one thing each. */
class DelegatingStore extends ForwardingStore {

  DelegatingStore() {
    super(new InMemoryStore());
  }

  /** What there is after its end: nothing, for it keeps all in memory. */
  MemoryStore reopened() {
    return new DelegatingStore();
  }
}
