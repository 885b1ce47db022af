package dev.membrane.store.sqlite;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.store.MemoryStore;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Facts of one word each, and databases with them. */
final class WordFacts {

  private WordFacts() {}

  static Membrane membrane(MemoryStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }

  /** Observes a word in a scope; answers the id. */
  static String observe(Memory membrane, String scope, String word) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject(word)
                .predicate("is")
                .object(new JsonString(word))
                .options(IngestOptions.NONE.scope(scope))
                .build())
        .id();
  }

  /** Copies a database as SQLite's own backup does. */
  static void backUp(Path file, Path copy) throws SQLException {
    run(file, "VACUUM INTO '" + copy + "'");
  }

  /** Changes a database behind the back of the store; answers how many rows. */
  static int run(Path file, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}
