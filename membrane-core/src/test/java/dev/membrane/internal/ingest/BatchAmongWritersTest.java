package dev.membrane.internal.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchAmongWritersTest {

  private final List<Thread> rivals = new ArrayList<>();

  @Test
  void all_or_nothing_gets_through_though_a_single_event_is_faster_each_time() throws Exception {
    RivalledStore store = new RivalledStore(new InMemoryStore());
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      var unused = membrane.ingestion().event(event("begins"));
      store.rival = () -> race(membrane);
      store.rivalled = Thread.currentThread();

      List<IngestAnswer> items =
          membrane.ingestion().allOrNothing(Collections.nCopies(5, event("of the batch")));

      assertThat(items).hasSize(5);
      assertThat(rivals).hasSizeLessThan(100);
      for (Thread each : rivals) {
        each.join();
      }
    }
  }

  @Test
  void what_an_interrupted_thread_ingests_is_stored() {
    try (Membrane membrane =
        Membrane.builder().store(new InMemoryStore()).backgroundJobs(false).build()) {
      Thread.currentThread().interrupt();

      String id = membrane.ingestion().event(event("the last one")).record().id();

      assertThat(Thread.interrupted()).isTrue();
      assertThat(membrane.retrieval().byId(id, TrustContext.upTo(Sensitivity.HYPER)).id())
          .isEqualTo(id);
    }
  }

  /** Lets a rival commit, unless it waits. */
  private void race(Memory membrane) {
    Thread rival = new Thread(() -> membrane.ingestion().event(event("between")));
    rivals.add(rival);
    rival.start();
    while (rival.isAlive() && rival.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private static EventRequest event(String summary) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("note")
        .ref("ref")
        .summary(summary)
        .options(IngestOptions.NONE.unscoped().episode("run"))
        .build();
  }

  /** A store before each commit of one thread of which a rival may commit. */
  private static final class RivalledStore extends ForwardingStore {

    private volatile @Nullable Thread rivalled;
    private volatile Runnable rival = () -> {};

    RivalledStore(MemoryStore store) {
      super(store);
    }

    @Override
    public void commit(Changeset changeset) {
      if (Thread.currentThread() == rivalled) {
        rival.run();
      }
      super.commit(changeset);
    }
  }
}
