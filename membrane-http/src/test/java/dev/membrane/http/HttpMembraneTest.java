package dev.membrane.http;

import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.MembraneTck;

/** What every memory keeps to, over HTTP. */
final class HttpMembraneTest extends MembraneTck {

  @Override
  protected Membrane openMembrane() {
    return HttpMembrane.over(
        Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build());
  }
}
