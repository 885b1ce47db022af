package dev.membrane.store.postgres.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import dev.membrane.store.postgres.EncryptedDatabases;
import dev.membrane.store.postgres.Meanings;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import dev.membrane.store.postgres.TestDatabase;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.search.DecryptedVectors.Written;
import dev.membrane.store.postgres.internal.session.ReadPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Vectors that are kept in memory once they were decrypted. */
final class DecryptedVectorsTest {

  private static final Filter ALL =
      Meanings.filter(Sensitivity.HYPER, Set.of(Meanings.SCOPE), Set.of());
  private static final String MODEL = Meanings.MODEL;

  @Test
  void what_another_node_has_written_since_is_compared() {
    PostgresConfig config = EncryptedDatabases.fresh();
    Vector asked = Vector.of(new float[] {1, 0});
    try (PostgresStore one = PostgresStore.open(config);
        PostgresStore other = PostgresStore.open(config)) {
      new Meanings().addOne(one, asked);
      Near before = nearest(other, asked);
      assertThat(before.cosine()).isEqualTo(1.0);
      Vector changed = Vector.of(new float[] {0, 1});
      one.commit(
          Changeset.builder().embed(new Embedding(before.hit().id(), MODEL, changed)).build());
      assertThat(nearest(other, asked).cosine()).isEqualTo(0.0);
      assertThat(nearest(other, changed).cosine()).isEqualTo(1.0);
    }
  }

  private static Near nearest(PostgresStore store, Vector asked) {
    List<Near> nearest = store.vectors().orElseThrow().nearest(ALL, MODEL, asked, 5);
    assertThat(nearest).hasSize(1);
    return nearest.get(0);
  }

  @Test
  void no_more_are_kept_than_there_is_room_for() {
    PostgresConfig config = TestDatabase.fresh();
    List<Vector> vectors = new ArrayList<>();
    try (PostgresStore store = PostgresStore.open(config);
        ReadPool readers = new ReadPool(TestDatabase.of(config), PostgresDialect.PLAIN)) {
      Meanings meanings = new Meanings();
      for (int i = 0; i < 3; i++) {
        vectors.add(meanings.addOne(store, 8));
      }
      List<Written> rows =
          readers.read(
              all ->
                  all.all(
                      row -> new Written(row.getLong(1), row.getString(2)),
                      "SELECT rid, row_hash FROM embedding ORDER BY rid",
                      Map.of()));
      DecryptedVectors decrypted = new DecryptedVectors(500);
      assertThat(told(readers, decrypted, rows)).containsExactlyInAnyOrderElementsOf(vectors);
      TestDatabase.run(config, "DELETE FROM embedding");
      assertThat(told(readers, decrypted, rows))
          .containsExactlyInAnyOrder(vectors.get(1), vectors.get(2));
    }
  }

  private static List<Vector> told(ReadPool readers, DecryptedVectors decrypted, List<Written> of) {
    Map<Long, Vector> told = new HashMap<>();
    readers.read(
        rows -> {
          decrypted.each(rows, of, told::put);
          return true;
        });
    return List.copyOf(told.values());
  }
}
