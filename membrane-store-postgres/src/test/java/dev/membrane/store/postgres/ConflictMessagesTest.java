package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConflictMessagesTest {

  private static final Instant DUE = Instant.parse("2026-03-01T12:00:00.123456Z");

  @Test
  void conflicts_are_told_as_the_sqlite_store_tells_them(@TempDir Path folder) {
    try (MemoryStore postgres = PostgresStore.open(TestDatabase.fresh());
        MemoryStore sqlite = SqliteStore.open(folder.resolve("membrane.db"))) {
      assertThat(messages(postgres))
          .containsExactlyElementsOf(messages(sqlite))
          .allMatch(message -> message.startsWith("version conflict on "));
    }
  }

  private static List<String> messages(MemoryStore store) {
    store.commit(
        Changeset.builder()
            .addKey(new Key("name", "7", "owner"))
            .enqueue(new QueueRow("queue", "item", DUE, 1))
            .build());
    return Stream.of(
            Changeset.builder().change(new Change.Delete("other", 3, List.of())),
            Changeset.builder().removeKey(new Key("name", "8", null)),
            Changeset.builder().addKey(new Key("name", "8", null)),
            Changeset.builder().done(new QueueRow("queue", "item", DUE, 2)),
            Changeset.builder().done(new QueueRow("other", "item", DUE, 2)))
        .map(conflicting -> message(store, conflicting.build()))
        .toList();
  }

  private static String message(MemoryStore store, Changeset conflicting) {
    ConflictException conflict =
        catchThrowableOfType(ConflictException.class, () -> store.commit(conflicting));
    return Objects.requireNonNull(conflict.getMessage());
  }
}
