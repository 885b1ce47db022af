package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.JsonString;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * To append twenty bytes to an episode takes about as much processor time however large it has
 * become. The time is that of the thread that asks and of the one that writes.
 */
final class AppendCostTest {

  /** To one with a single event before. To write a large episode anew would take more. */
  private static final int MAX_TIMES = 12;

  /** One of so many: the first load classes, and what else runs makes caches cold. */
  private static final int TRIES = 30;

  private static final String WRITER = "membrane-sqlite-writer";
  private static final IngestOptions RUN = IngestOptions.NONE.scope("acme").episode("run-1");
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @TempDir private Path folder;

  private final ThreadGroup group = new ThreadGroup("append-cost");
  private SqliteStore store;
  private Membrane membrane;
  private long writer;
  private int episodes;

  /** Opened within a group, as other classes run beside this one and have writers of that name. */
  private void open() throws Exception {
    FutureTask<SqliteStore> opened =
        new FutureTask<>(() -> SqliteStore.open(folder.resolve("membrane.db")));
    new Thread(group, opened).start();
    store = opened.get();
    membrane = Membrane.builder().backgroundJobs(false).store(store).build();
    writer = writerOfGroup();
  }

  @AfterEach
  void close() {
    membrane.close();
    store.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {50_000, 95_000, 150_000, 1_000_000, 3_800_000})
  void after_a_large_result(int bytes) throws Exception {
    open();
    ToolOutputRequest.Builder large =
        ToolOutputRequest.builder()
            .source("agent")
            .toolName("t")
            .result(new JsonString("x".repeat(bytes)))
            .options(RUN);
    membrane.ingestion().toolOutput(large.build());
    assertCheap();
  }

  @Test
  void after_more_and_more_words_that_are_searched() throws Exception {
    open();
    Random random = new Random(1);
    for (int i = 0; i < 25; i++) {
      append(
          RUN,
          random
              .ints(600, 0, 1 << 28)
              .mapToObj(n -> Integer.toString(n, Character.MAX_RADIX))
              .collect(Collectors.joining(" ")));
      assertCheap();
    }
  }

  @Test
  void after_hundreds_of_others() throws Exception {
    open();
    membrane.ingestion().batch(Collections.nCopies(200, event(RUN, "twenty bytes of text")));
    assertCheap();
  }

  private void assertCheap() {
    long large = Long.MAX_VALUE;
    long small = 1;
    for (int i = 0; i < TRIES && large > MAX_TIMES * small; i++) {
      large = Math.min(large, cost(RUN));
      small = i == 0 ? costOfSmall() : Math.min(small, costOfSmall());
    }
    assertThat(large).isLessThanOrEqualTo(MAX_TIMES * small);
  }

  private long costOfSmall() {
    episodes++;
    IngestOptions small = IngestOptions.NONE.scope("acme").episode("small-" + episodes);
    append(small, "twenty bytes of text");
    return cost(small);
  }

  private long cost(IngestOptions episode) {
    long before = processorTime();
    append(episode, "twenty bytes of text");
    return processorTime() - before;
  }

  private long processorTime() {
    return THREADS.getCurrentThreadCpuTime() + THREADS.getThreadCpuTime(writer);
  }

  private void append(IngestOptions episode, String summary) {
    membrane.ingestion().event(event(episode, summary));
  }

  private static EventRequest event(IngestOptions episode, String summary) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("note")
        .ref("r")
        .summary(summary)
        .options(episode)
        .build();
  }

  private long writerOfGroup() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> group.equals(thread.getThreadGroup()))
        .filter(thread -> thread.getName().equals(WRITER))
        .findAny()
        .orElseThrow()
        .getId();
  }
}
