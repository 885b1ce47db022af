package dev.membrane.store.sqlite.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.sqlite.SampleRecords;
import dev.membrane.store.sqlite.SqliteConfig;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Readers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of the signs is kept in memory. */
final class SignIndexTest {

  private static final int RECORDS = 50;
  private static final int DIMENSIONS = 2;
  private static final long BYTES_OF_ENTRY = 2 * Long.BYTES;
  private static final long ROOM = 4 * RECORDS * BYTES_OF_ENTRY;
  private static final Vector VECTOR = Vector.of(new float[] {1, -1});

  @TempDir private Path folder;

  private Readers readers;
  private long model;
  private long space;

  @BeforeEach
  void store() throws Exception {
    Path file = folder.resolve("signs.db");
    Changeset.Builder changes = Changeset.builder();
    for (int i = 0; i < RECORDS; i++) {
      changes.change(SampleRecords.insert(i));
      changes.embed(new Embedding(SampleRecords.id(i), "model", VECTOR));
    }
    try (SqliteStore store = SqliteStore.open(file)) {
      store.commit(changes.build());
    }
    readers =
        new Readers(new Connections(file, SqliteConfig.Synchronous.FULL), SqliteDialect.PLAIN);
    readers.readByOneStatement(
        sql -> {
          sql.each(
              row -> {
                space = row.getLong(1);
                model = row.getLong(2);
              },
              "SELECT space, model FROM embedding LIMIT 1");
          return true;
        });
  }

  @AfterEach
  void close() {
    readers.close();
  }

  private int found(SignIndex index) {
    return index.of(model, DIMENSIONS, List.of(space), readers).stream()
        .mapToInt(signs -> signs.entries().size())
        .sum();
  }

  private void commitEach(SignIndex index, int commits) {
    for (int i = 0; i < commits; i++) {
      index.add(List.of(new StoredVector(RECORDS + i, space, model, VECTOR)));
      assertThat(index.bytes()).isLessThanOrEqualTo(ROOM);
    }
  }

  @Test
  void what_commits_add_is_kept_only_as_far_as_there_is_room() {
    SignIndex index = new SignIndex(ROOM);
    assertThat(found(index)).isEqualTo(RECORDS);
    commitEach(index, 10);
    assertThat(found(index)).isEqualTo(RECORDS + 10);

    commitEach(index, 4 * RECORDS);
    assertThat(found(index)).isEqualTo(RECORDS);
  }

  @Test
  void a_search_has_what_it_needs_however_much_that_is() {
    SignIndex index = new SignIndex(BYTES_OF_ENTRY);
    assertThat(found(index)).isEqualTo(RECORDS);
    assertThat(index.bytes()).isZero();
    assertThat(found(index)).isEqualTo(RECORDS);
  }
}
