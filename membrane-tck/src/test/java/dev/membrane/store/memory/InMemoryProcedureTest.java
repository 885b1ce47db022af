package dev.membrane.store.memory;

import dev.membrane.Membrane;
import dev.membrane.tck.ProcedureTck;

final class InMemoryProcedureTest extends ProcedureTck {

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
  }
}
