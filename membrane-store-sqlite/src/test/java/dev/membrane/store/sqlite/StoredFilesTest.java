package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a database, of which one goes while they are looked at. */
final class StoredFilesTest {

  @TempDir private Path folder;

  @Test
  void a_file_that_cannot_be_opened_is_named_and_the_others_follow() throws IOException {
    for (String name : List.of("m.db", "m.db-wal", "n.ndjson")) {
      Files.writeString(folder.resolve(name), "no database ".repeat(100));
    }
    Config config = new Config(Map.of("db_path", new JsonString(path("m.db"))));
    List<String> told = new ArrayList<>();
    new SqliteStoreProvider()
        .storedBytes(new PluginContext(config))
        .orElseThrow()
        .tell(
            new StoredBytes.ByteListener() {
              @Override
              public void kept(String place, InputStream bytes) {
                told.add(place);
                remove("m.db-wal");
              }

              @Override
              public void unopened(String place, IOException failure) {
                told.add("not " + place);
              }
            });
    assertThat(told)
        .containsExactly(
            path("n.ndjson"),
            "not " + path("m.db-wal"),
            path("m.db"),
            "not rows of " + path("m.db"));
  }

  /** A long row lies on pages that need not follow each other. */
  @Test
  void words_on_the_border_of_two_pages_are_found_in_the_rows() throws IOException {
    List<String> words = IntStream.range(100_000, 103_000).mapToObj(i -> "zq" + i + "x").toList();
    try (SqliteStore store = SqliteStore.open(folder.resolve("m.db"))) {
      keep(store, "words", String.join(" ", words));
    }
    assertThat(new WordScan(words).in(folder.resolve("m.db"))).hasSizeLessThan(words.size());
    assertThat(foundInRows(words)).containsAll(words);
  }

  @Test
  void nothing_is_made_beside_a_closed_database() throws IOException {
    try (SqliteStore store = SqliteStore.open(folder.resolve("m.db"))) {
      keep(store, "kestrel", "kestrel");
    }
    List<String> files = files();
    assertThat(foundInRows(List.of("kestrel"))).containsExactly("kestrel");
    assertThat(files()).isEqualTo(files);
  }

  @Test
  void rows_are_read_beside_a_store_that_writes() throws IOException {
    List<String> words = List.of("kestrel", "osprey", "heron");
    try (SqliteStore store = SqliteStore.open(folder.resolve("m.db"))) {
      assertThat(foundInRows(words)).isEmpty();
      keep(store, "kestrel", "kestrel");
      assertThat(foundInRows(words)).containsExactly("kestrel");
      keep(store, "osprey", "osprey");
      assertThat(foundInRows(words)).containsExactlyInAnyOrder("kestrel", "osprey");
      assertThat(store.find(words)).hasSize(2);
    }
    assertThat(foundInRows(words)).containsExactlyInAnyOrder("kestrel", "osprey");
  }

  @Test
  void no_word_is_in_the_rows_of_an_encrypted_database() throws IOException {
    List<String> words = List.of("kestrel");
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      keep(store, "kestrel", "kestrel");
      assertThat(foundInRows(words)).isEmpty();
    }
    assertThat(foundInRows(words)).isEmpty();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private static void keep(SqliteStore store, String name, String text) {
    store.commit(Changeset.builder().addKey(new Key(name, text, null)).build());
  }

  /** Only if rows of some table are told. */
  private Set<String> foundInRows(List<String> words) throws IOException {
    WordScan scan = new WordScan(words);
    Set<String> found = new HashSet<>();
    Set<String> tables = new HashSet<>();
    new SqliteStoreProvider()
        .storedBytes(new PluginContext(new Config(Map.of("db_path", new JsonString(path("m.db"))))))
        .orElseThrow()
        .tell(
            (place, bytes) -> {
              if (place.contains("(table ")) {
                tables.add(place);
                scan.in(place, bytes).forEach(one -> found.add(one.word()));
              }
            });
    assertThat(tables).contains(path("m.db") + " (table key)");
    return found;
  }

  private void remove(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }
}
