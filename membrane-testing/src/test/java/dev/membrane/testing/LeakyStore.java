package dev.membrane.testing;

import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;

/** A sound store; its subclasses let one thing through each. */
class LeakyStore extends ForwardingStore {

  LeakyStore() {
    super(new InMemoryStore());
  }
}
