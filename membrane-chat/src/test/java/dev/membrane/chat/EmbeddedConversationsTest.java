package dev.membrane.chat;

import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;

/** Conversations in a memory in the own process. */
class EmbeddedConversationsTest extends ConversationsContract {

  @Override
  Membrane openMembrane() {
    return Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
  }
}
