package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a sweep costs when nothing is due, however much is stored. {@code
 * -Dmembrane.sweep.records=1000000} repeats it on a larger scale.
 */
final class IdleSweepTest {

  private static final int SMALL = 2_000;
  private static final int LARGE = Integer.getInteger("membrane.sweep.records", 12_000);
  private static final int BATCH = 1_000;
  private static final Instant NOW = SampleRecords.START.plusSeconds(86_400);

  @TempDir private Path folder;

  @Test
  void an_idle_sweep_writes_nothing_and_takes_no_more_work_in_a_large_database() {
    long small = instructions(SMALL);
    long large = instructions(LARGE);
    System.out.println("idle sweep over " + SMALL + " records: " + small);
    System.out.println("idle sweep over " + LARGE + " records: " + large);
    assertThat(small).isPositive();
    assertThat(large).isLessThanOrEqualTo(2 * small);
  }

  @Test
  void a_sweep_with_something_due_shows_that_writes_are_seen() {
    try (SqliteStore store = load(BATCH)) {
      CommitStatistics commits = store.commitStatistics();
      Map<String, Long> files = sizes();
      assertThat(sweep(store, NOW.plus(Duration.ofDays(3_650)))).isEqualTo(BATCH);
      assertThat(store.commitStatistics()).isNotEqualTo(commits);
      assertThat(sizes()).isNotEqualTo(files);
    }
  }

  private long instructions(int records) {
    try (SqliteStore store = load(records)) {
      CommitStatistics commits = store.commitStatistics();
      Map<String, Long> files = sizes();
      long instructions = QueryWorkTest.steps(store, s -> assertThat(sweep(s, NOW)).isZero());
      assertThat(store.commitStatistics()).isEqualTo(commits);
      assertThat(sizes()).isEqualTo(files);
      return instructions;
    }
  }

  private static int sweep(SqliteStore store, Instant at) {
    RecordText text = new RecordText(new TextAnalyzer());
    RecordChanges records = new RecordChanges(text, new AuditChain(() -> ""), Retention.DEFAULTS);
    return new Pruning(store, records, Retention.DEFAULTS, new LearnedKeys(List.of())).run(at);
  }

  private SqliteStore load(int records) {
    SqliteStore store = SqliteStore.open(folder.resolve("records" + records + ".db"));
    Changeset.Builder changes = Changeset.builder();
    for (int i = 0; i < records; i++) {
      MemoryRecord record = SampleRecords.fact(i, "scope " + i % 100, SampleRecords.START);
      Instant due = NOW.plusSeconds(1 + i % 86_400);
      changes.change(SampleRecords.insert(record, Map.of("word" + i % 5_000, 1)));
      changes.enqueue(new QueueRow(Queues.PRUNING, record.id(), due, 0));
      if (i % BATCH == BATCH - 1) {
        store.commit(changes.build());
        changes = Changeset.builder();
      }
    }
    return store;
  }

  /** Of all files of all databases, write-ahead logs included. */
  private Map<String, Long> sizes() {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return sizes;
  }
}
