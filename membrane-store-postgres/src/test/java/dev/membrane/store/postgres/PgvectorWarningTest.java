package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.search.Pgvector;
import dev.membrane.store.postgres.internal.search.PostgresVectors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator is told of a store that is asked for vectors. */
final class PgvectorWarningTest {

  /** Other tests may open stores meanwhile. */
  private static List<String> warningsOfUse(PostgresConfig config) {
    try (Warnings warnings = new Warnings(PostgresVectors.class)) {
      try (PostgresStore store = PostgresStore.open(config)) {
        for (int i = 0; i < 2; i++) {
          assertThat(store.vectors().orElseThrow().without("model", "", 10)).isEmpty();
        }
      }
      return warnings.messages().stream().filter(it -> it.startsWith(config.toString())).toList();
    }
  }

  @Test
  void with_pgvector_there_is_none() {
    assertThat(warningsOfUse(TestDatabase.databaseWithPgvector())).isEmpty();
  }

  @Test
  void without_it_there_is_one_line() {
    PostgresConfig config = TestDatabase.freshWithoutPgvector();
    assertThat(warningsOfUse(config))
        .containsExactly(
            config
                + ": searches compare all vectors one by one, which is slow above 20000 records:"
                + " the server has no pgvector; install it there");
  }

  @Test
  void who_only_opens_it_is_told_nothing() {
    PostgresConfig config = TestDatabase.freshWithoutPgvector();
    try (Warnings warnings = new Warnings(PostgresVectors.class)) {
      PostgresStore.open(config).close();
      assertThat(warnings.messages()).noneMatch(it -> it.startsWith(config.toString()));
    }
  }

  private static String obstacle(PostgresConfig config) throws SQLException {
    Database database = TestDatabase.of(config);
    try (Connection connection = database.patient()) {
      return Pgvector.prepare(database, connection);
    }
  }

  @Test
  void one_that_lies_in_another_schema_is_one_line() throws SQLException {
    PostgresConfig config = TestDatabase.databaseWithPgvector();
    TestDatabase.run(config, "CREATE SCHEMA other; CREATE EXTENSION vector SCHEMA other");
    assertThat(obstacle(config))
        .isEqualTo("run ALTER EXTENSION vector SET SCHEMA public, as it is in other");
    TestDatabase.run(config, "ALTER EXTENSION vector SET SCHEMA public");
    PostgresStore.open(config).close();
    assertThat(obstacle(config)).isNull();
  }

  @Test
  void one_that_the_user_may_not_create_is_one_line() throws SQLException {
    PostgresConfig config = TestDatabase.databaseWithPgvector();
    String database = config.dataSource().getDatabaseName();
    TestDatabase.run(
        config,
        "CREATE ROLE %1$s LOGIN; CREATE SCHEMA membrane AUTHORIZATION %1$s".formatted(database));
    PostgresConfig plain = TestDatabase.as(database, config);
    assertThat(obstacle(plain))
        .startsWith("let a superuser run CREATE EXTENSION vector SCHEMA public (")
        .hasLineCount(1);
    TestDatabase.run(config, ShownSql.in("docs/pgvector.md"));
    assertThat(warningsOfUse(plain)).isEmpty();
  }
}
