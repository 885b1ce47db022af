package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file without figures gets those of the records that it has. */
final class FigureMigrationTest {

  private static final int RECORDS = 3_000;

  @TempDir private Path folder;

  @Test
  void a_migrated_file_has_the_figures_of_its_records() throws Exception {
    Path file = folder.resolve("store.db");
    List<Instant> instants =
        List.of(
            SampleRecords.START,
            SampleRecords.START.plus(Duration.ofHours(20)),
            SampleRecords.START.plus(Duration.ofDays(400)));
    List<Statistics> before;
    try (SqliteStore store = SqliteStore.open(file)) {
      write(store);
      before = instants.stream().map(store::statistics).toList();
    }
    EarlierVersion.make(file, EarlierVersion.ELEVENTH);
    try (SqliteStore store = SqliteStore.open(file)) {
      for (int i = 0; i < instants.size(); i++) {
        assertSame(store.statistics(instants.get(i)), before.get(i));
      }
      assertThat(StoreFaults.of(store)).isEmpty();
      store.commit(Changeset.builder().change(insert(RECORDS)).build());
      assertThat(StoreFaults.of(store)).isEmpty();
    }
  }

  private static void assertSame(Statistics after, Statistics before) {
    assertThat(after.recordsByType()).isEqualTo(before.recordsByType());
    assertThat(after.salienceDistribution()).isEqualTo(before.salienceDistribution());
    assertThat(after.activeRecords()).isEqualTo(before.activeRecords());
    assertThat(after.createdInLastDay()).isEqualTo(before.createdInLastDay());
    assertThat(after.avgSalience()).isCloseTo(before.avgSalience(), within(1e-9));
    assertThat(after.avgConfidence()).isCloseTo(before.avgConfidence(), within(1e-9));
  }

  private static void write(SqliteStore store) {
    for (int from = 0; from < RECORDS; from += 500) {
      Changeset.Builder changes = Changeset.builder();
      for (int number = from; number < from + 500; number++) {
        changes.change(insert(number));
      }
      store.commit(changes.build());
    }
  }

  private static Change.Insert insert(int number) {
    DecayCurve curve = number % 3 == 0 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    Instant created = SampleRecords.START.minus(Duration.ofMinutes(number));
    MemoryRecord record = SampleRecords.fact(number, "scope", created, curve);
    Anchor anchor = new Anchor(1.0 / (1 + number % 7), created);
    return new Change.Insert(record, anchor, Terms.NONE, SampleRecords.insert(number).audit());
  }
}
