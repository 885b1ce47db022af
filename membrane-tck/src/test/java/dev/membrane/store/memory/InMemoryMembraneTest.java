package dev.membrane.store.memory;

import dev.membrane.Membrane;
import dev.membrane.tck.MembraneTck;

final class InMemoryMembraneTest extends MembraneTck {

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
  }
}
