package dev.membrane.client;

import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.MembraneTck;

/** What every memory keeps to, by the client. */
final class ClientMembraneTest extends MembraneTck {

  @Override
  protected Membrane openMembrane() {
    return ServedMembrane.of(
        Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build());
  }
}
