package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Trials;
import dev.membrane.testing.HistoryTck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteHistoryTest extends HistoryTck {

  private static final int APPENDS = Math.min(Trials.of(200), 1_000);

  @TempDir private Path folder;

  private final AtomicInteger stores = new AtomicInteger();

  @Override
  protected MemoryStore openStore() {
    Path file = folder.resolve(stores.incrementAndGet() + ".db");
    return EmptyFiles.open(new SqliteConfig(file, SqliteConfig.Synchronous.NORMAL));
  }

  @Test
  void an_episode_of_many_appends_is_little_larger_with_its_history()
      throws IOException, SQLException {
    double without = sizeOfAnEpisode("0");
    double with = sizeOfAnEpisode("forever");
    System.out.printf(
        Locale.ROOT, "an episode with its history takes %.3f times as much%n", with / without);
    assertThat(with / without).isLessThanOrEqualTo(1.2);
  }

  private long sizeOfAnEpisode(String retention) throws IOException, SQLException {
    Path file = folder.resolve("episode-" + retention + ".db");
    Config config = new Config(Map.of("history_retention", new JsonString(retention)));
    try (Membrane membrane =
        Membrane.builder()
            .openStore(
                () -> SqliteStore.open(new SqliteConfig(file, SqliteConfig.Synchronous.NORMAL)))
            .config(config)
            .backgroundJobs(false)
            .build()) {
      for (int i = 0; i < APPENDS; i++) {
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("user")
                    .eventKind("message")
                    .ref("message " + i)
                    .summary("The " + i + "th of many things that were said in one long talk")
                    .options(IngestOptions.NONE.unscoped().episode("talk"))
                    .build());
      }
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("VACUUM");
    }
    return Files.size(file);
  }
}
