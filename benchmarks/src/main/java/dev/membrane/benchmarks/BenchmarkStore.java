package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A store of a known size with an engine over it. */
final class BenchmarkStore implements AutoCloseable {

  private final Path file;
  private final Layout layout;
  private final long records;
  private final SqliteStore store;
  private final Membrane engine;

  private BenchmarkStore(Path file, Layout layout, long records) {
    this.file = file;
    this.layout = layout;
    this.records = records;
    this.store = SqliteStore.open(file);
    MembraneBuilder builder = Membrane.builder().store(store);
    this.engine = (layout.isEmbedded() ? builder.embedder(new MadeUpEmbedder()) : builder).build();
  }

  /** Opens the store of a folder, and loads what it lacks. */
  static BenchmarkStore open(Path folder, Layout layout, long records, PrintWriter progress) {
    Path file = folder.resolve("bench-" + layout.word() + "-" + records + ".db");
    BenchmarkStore loaded = new BenchmarkStore(file, layout, records);
    long present = loaded.count();
    if (present < records) {
      new Loading(loaded.store, layout, progress).load(present, records);
    }
    return loaded;
  }

  Layout layout() {
    return layout;
  }

  long records() {
    return records;
  }

  Path file() {
    return file;
  }

  SqliteStore store() {
    return store;
  }

  Membrane engine() {
    return engine;
  }

  /** What {@code count(*)} says. */
  long count() {
    return query("SELECT count(*) FROM memory", 0, row -> row.getLong(1)).get(0);
  }

  /** The size of the file and its log. */
  long bytes() {
    return size(file) + size(file.resolveSibling(file.getFileName() + "-wal"));
  }

  /** The ids of records loaded first, in a row that starts somewhere. */
  List<String> ids(long from, int count) {
    return query(
        "SELECT id FROM memory WHERE rid >= ? LIMIT " + count, from, row -> row.getString(1));
  }

  @Override
  public void close() {
    engine.close();
    store.close();
  }

  private interface Column<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> List<T> query(String sql, long parameter, Column<T> column) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      if (statement.getParameterMetaData().getParameterCount() > 0) {
        statement.setLong(1, parameter);
      }
      List<T> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(column.of(rows));
        }
      }
      return found;
    } catch (SQLException failure) {
      throw new IllegalStateException(file + " cannot be read", failure);
    }
  }

  private static long size(Path path) {
    try {
      return Files.exists(path) ? Files.size(path) : 0;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
