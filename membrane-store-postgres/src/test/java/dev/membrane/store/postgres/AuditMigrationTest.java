package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A schema of the first version gets the notes that the store itself would have taken. */
final class AuditMigrationTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<String> TEXTS =
      List.of(
          "", "plain", "é🍐", "a\u0000b", "\u0001", "\u0001\u0000\u0002x\u0000", "x".repeat(700));

  private static final List<String> NOTES =
      List.of(
          "SELECT string_agg(h::text, ';' ORDER BY digest) FROM audit_head h",
          "SELECT string_agg(k::text, ';' ORDER BY name) FROM key k",
          "SELECT string_agg(q::text, ';' ORDER BY queue, item) FROM queue q");

  private static final String AS_BEFORE =
      EarlierSchema.OF_VERSION_5
          + """
      DROP INDEX arrival_by_whole;
      DROP TABLE run;
      DROP TABLE run_word;
      DROP TABLE audit_head;
      ALTER TABLE memory DROP COLUMN nonce;
      ALTER TABLE key DROP COLUMN row_hash;
      ALTER TABLE queue DROP COLUMN row_hash;
      ALTER TABLE embedding DROP COLUMN row_hash;
      UPDATE membrane_schema SET version = 1;
      """;

  @Test
  void a_migrated_schema_has_the_rows_of_a_new_one() {
    PostgresConfig config = TestDatabase.freshWithoutPgvector();
    try (PostgresStore store = PostgresStore.open(config)) {
      store.commit(written());
    }
    List<String> expected = notes(config);
    TestDatabase.run(config, AS_BEFORE);
    PostgresStore.open(config).close();
    assertThat(notes(config)).isEqualTo(expected).doesNotContain("null");
  }

  private static List<String> notes(PostgresConfig config) {
    List<String> notes = new ArrayList<>();
    NOTES.forEach(query -> notes.add(TestDatabase.run(config, query)));
    return notes;
  }

  private static Changeset written() {
    Changeset.Builder changes = Changeset.builder();
    for (int number = 0; number < 50; number++) {
      String text = TEXTS.get(number % TEXTS.size());
      String scope = number % 3 == 0 ? null : TEXTS.get(1 + number % (TEXTS.size() - 1));
      changes.change(
          new Change.Bury(text + number, scope, Sensitivity.LOW, links(number, number % 4)));
      changes.addKey(new Key(text + number, text, number % 2 == 0 ? null : text));
      changes.enqueue(new QueueRow(text, text + number, START, number));
    }
    return changes.build();
  }

  private static List<AuditLink> links(int number, int count) {
    AuditEntry entry = new AuditEntry(AuditAction.REVISE, "ann", START, "why");
    return IntStream.range(0, count)
        .mapToObj(i -> new AuditLink(entry, "", "r", "c", "hash " + number + " " + i))
        .toList();
  }
}
