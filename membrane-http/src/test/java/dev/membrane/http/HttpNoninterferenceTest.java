package dev.membrane.http;

import dev.membrane.Membrane;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.testing.NoninterferenceTck;

/** What a caller may not see changes no answer over HTTP. */
final class HttpNoninterferenceTest extends NoninterferenceTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }

  @Override
  protected Membrane reached(Membrane engine) {
    return HttpMembrane.over(engine);
  }

  @Override
  protected int trials() {
    return 100;
  }
}
