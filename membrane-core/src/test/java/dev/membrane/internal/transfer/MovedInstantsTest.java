package dev.membrane.internal.transfer;

import static dev.membrane.internal.transfer.Exports.export;
import static dev.membrane.internal.transfer.Exports.lines;
import static dev.membrane.internal.transfer.Exports.load;
import static dev.membrane.internal.transfer.Exports.resealed;
import static dev.membrane.internal.transfer.Exports.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which instants an import takes. */
class MovedInstantsTest {

  private static final String FAR = "9999-12-31T23:59:59Z";

  private final EngineFixture house = new EngineFixture();
  private final MemoryStore target = new InMemoryStore();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | \"last_reinforced_at\":\" | lifecycle.last_reinforced_at",
        "2 | \"actor\":\"agent\",\"timestamp\":\" | audit_log[0].timestamp",
        "2 | \"queue\":\"settle\",\"due_at\":\" | stored.work[2].due_at",
        "3 | \"timestamp\":\" | audit_log[0].timestamp",
        "4 | \"due_at\":\" | due_at"
      })
  void what_no_clock_has_told_is_named_with_its_line_and_field(
      int line, String before, String field) throws Exception {
    List<String> lines = recordTombstoneAndRow();
    String told = lines.get(line - 1);

    byte[] ahead = withInstant(lines, line, before, Instant.now().plus(Duration.ofDays(36_000)));
    assertThat(load(ahead, new InMemoryStore()).records()).isEqualTo(1);

    lines.set(line - 1, told);
    byte[] wrong = withInstant(lines, line, before, Instant.parse(FAR));
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessage(
            "line %s: validation error for %s: is too far in the future (%s) for any server to"
                + " have written it",
            line, field, FAR);
    assertThat(size(target)).isZero();
  }

  /** A record that nothing prunes any more is put off beyond all sweeps. */
  @Test
  void pruning_may_be_due_at_the_end_of_time() throws Exception {
    String id = house.service.record(EngineFixture.event("ref", IngestOptions.NONE)).id();
    QueueRow never = new QueueRow("prune", id, Timestamps.MAX, 0);
    house.store.commit(Changeset.builder().enqueue(never).build());
    byte[] export = export(house.store);
    assertThat(load(export, target).records()).isEqualTo(1);
    assertThat(export(target)).isEqualTo(export);
  }

  private List<String> recordTombstoneAndRow() throws Exception {
    IngestOptions here = IngestOptions.NONE.scope("here");
    var unused = house.service.record(EngineFixture.event("ref", here));
    house.delete(house.service.record(EngineFixture.event("gone", here)).id());
    house.store.commit(
        Changeset.builder().enqueue(new QueueRow("embed", "x", EngineFixture.NOON, 0)).build());
    return lines(export(house.store));
  }

  private static byte[] withInstant(List<String> lines, int line, String before, Instant at)
      throws Exception {
    String old = lines.get(line - 1);
    int begin = old.indexOf(before) + before.length();
    assertThat(begin).isGreaterThan(before.length());
    String rest = old.substring(old.indexOf('"', begin));
    lines.set(line - 1, old.substring(0, begin) + Timestamps.write(at) + rest);
    return resealed(lines);
  }
}
