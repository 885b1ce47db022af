package dev.membrane.store.postgres;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.scan.WordScan.FoundWord;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedBytesTck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class PostgresErasedBytesTest extends ErasedBytesTck {

  private static final String TABLES =
      """
      SELECT string_agg(schemaname || '.' || tablename, ', ') FROM pg_tables
      WHERE schemaname = '%s'
      """;

  private static final String FILES =
      """
      SELECT string_agg(pg_relation_filepath(c.oid), ' ')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '%s' AND c.relkind IN ('r', 'i')
      """;

  /** For a transaction of the server itself, while which what it could see is kept. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final PostgresConfig config = TestDatabase.alone();
  private boolean isSettled;

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(config);
  }

  @Override
  protected void settle(MemoryStore opened) {
    isSettled = true;
  }

  /** The rows of the tables, and once these were written anew, all their files and indexes. */
  @Override
  protected Set<String> found(Collection<String> forbidden) {
    WordScan scan = new WordScan(forbidden);
    Set<String> words = words(rows(scan));
    long end = System.nanoTime() + PATIENCE.toNanos();
    Set<String> inFiles = isSettled ? words(files(scan)) : Set.of();
    while (!inFiles.isEmpty() && System.nanoTime() < end) {
      inFiles = words(files(scan));
    }
    words.addAll(inFiles);
    return words;
  }

  private static Set<String> words(List<FoundWord> found) {
    Set<String> words = new HashSet<>();
    found.forEach(one -> words.add(one.word()));
    return words;
  }

  private List<FoundWord> rows(WordScan scan) {
    List<FoundWord> found = new ArrayList<>();
    try {
      new TableBytes(config).tell((place, bytes) -> found.addAll(scan.in(place, bytes)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return found;
  }

  private List<FoundWord> files(WordScan scan) {
    TestDatabase.run(
        config, "VACUUM (FULL) " + TestDatabase.run(config, TABLES.formatted(config.schema())));
    TestDatabase.run(config, "CHECKPOINT");
    Path data = Path.of(TestDatabase.run(config, "SHOW data_directory"));
    List<FoundWord> found = new ArrayList<>();
    for (String file : TestDatabase.run(config, FILES.formatted(config.schema())).split(" ", -1)) {
      Path path = data.resolve(file);
      try {
        found.addAll(Files.exists(path) ? scan.in(path) : List.of());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return found;
  }
}
