package dev.membrane.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Conversations in a memory in the own process. */
class EmbeddedConversationsTest extends ConversationsContract {

  /**
   * How often a conversation is deleted; more often than writers try who are in each other's way.
   */
  private static final int OFTEN = 1_100;

  private final AtomicLong operations = new AtomicLong();

  @Override
  Membrane openMembrane() {
    return Membrane.builder()
        .openStore(InMemoryStore::new)
        .observer(
            new Observer() {
              @Override
              public void store(String operation, Observer.WorkOutcome outcome, Duration took) {
                operations.incrementAndGet();
              }
            })
        .backgroundJobs(false)
        .build();
  }

  @Test
  void a_conversation_that_is_deleted_often_begins_again_at_the_same_cost() {
    try (Membrane memory = openMembrane()) {
      Memory mine = memory.as(Caller.named("app").in("project"));
      Conversations<Said> chats = Conversations.builder(mine, new Said.Format()).build();
      long second = 0;
      for (int i = 0; i < OFTEN; i++) {
        long before = operations.get();
        begin(chats);
        long cost = operations.get() - before;
        second = i == 1 ? cost : second;
        assertThat(cost).as("beginning %s", i).isLessThanOrEqualTo(i < 2 ? cost : second);
        chats.delete("default");
      }
      Conversations<Said> others = Conversations.builder(mine, new Said.Format()).build();
      begin(others);
      assertThat(others.messages("default")).containsExactly(Said.user("hello"));
    }
  }

  private static void begin(Conversations<Said> chats) {
    chats.update("default", List.of(Said.user("hello")));
  }
}
