package dev.membrane.server.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator sees of an erasure while it lasts. */
class EraseWorkTest {

  private static final String MESSAGES = "membraned.terminal";
  private static final String ANSWER = "membraned.stdout.terminal";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void forget() {
    System.clearProperty(MESSAGES);
    System.clearProperty(ANSWER);
  }

  /** Takes long enough for a bar. */
  private static final class SlowStore extends ForwardingStore {

    SlowStore(MemoryStore store) {
      super(store);
    }

    @Override
    public void commit(Changeset changeset) {
      try {
        TimeUnit.MILLISECONDS.sleep(250);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      super.commit(changeset);
    }
  }

  private void erase() {
    MemoryStore store = new SlowStore(new InMemoryStore());
    String id;
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      EventRequest event =
          EventRequest.builder()
              .source("agent")
              .eventKind("note")
              .ref("one")
              .options(IngestOptions.NONE.scope("here"))
              .build();
      id = membrane.ingestion().event(event).record().id();
    }
    new EraseWork(new PrintWriter(out), new PrintWriter(err))
        .run(
            Membrane.builder().backgroundJobs(false),
            store,
            EraseRequest.ofRecords(List.of(id)).because("asked for"));
    assertThat(out.toString()).startsWith("erased: 1 episodic");
  }

  @Test
  void the_bar_is_drawn_where_somebody_sees_the_messages() {
    System.setProperty(MESSAGES, "true");
    erase();
    assertThat(err.toString()).contains("\r", "1 records erased");
  }

  @Test
  void no_bar_is_drawn_where_only_the_answer_is_seen() {
    System.setProperty(ANSWER, "true");
    erase();
    assertThat(err.toString()).doesNotContain("\r");
  }
}
