package dev.membrane.chat;

import dev.membrane.Membrane;
import dev.membrane.client.GrpcSite;
import dev.membrane.store.memory.InMemoryStore;
import org.junit.jupiter.api.AfterEach;

/** Conversations in a memory on a server. */
class RemoteConversationsTest extends ConversationsContract {

  private Membrane engine;
  private GrpcSite site;

  @Override
  Membrane openMembrane() {
    engine = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    site = GrpcSite.serving(engine);
    return site.client().build();
  }

  @AfterEach
  void stop() {
    site.close();
    engine.close();
  }
}
