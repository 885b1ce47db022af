package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.commit.Writer;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cleaning.Cleaner;
import dev.membrane.store.sqlite.internal.commit.SqliteCommits;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailedCleaningTest {

  @TempDir private Path folder;
  private final CountDownLatch tried = new CountDownLatch(1);

  @Test
  void after_an_error_in_cleaning_the_file_commits_go_on() throws Exception {
    Path file = folder.resolve("membrane.db");
    SqliteStore.open(file).close();
    Connections connections = new Connections(file, SqliteConfig.Synchronous.FULL);
    noteDeletion(connections);
    try (Cleaner cleaner = new Cleaner(unreadable());
        Writer writer =
            Writer.start("cleaning", commits(connections, cleaner), StoreCipher.NONE, null)) {
      assertThat(tried.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(writer.commitEach(List.of(SampleRecords.inserting(1)), "").get(0))
          .succeedsWithin(Duration.ofMinutes(1));
    }
  }

  private static void noteDeletion(Connections connections) throws SQLException {
    try (Sql sql = new Sql(connections.writing())) {
      Cleaner.note(sql);
    }
  }

  private static SqliteCommits commits(Connections connections, Cleaner cleaner)
      throws SQLException {
    return new SqliteCommits(
        connections.writing(), connections, Encryption.none(), Caches.kept(), cleaner, size -> {});
  }

  /** The path of a file that is too large for the memory of the process. */
  private Path unreadable() {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> {
              tried.countDown();
              throw new OutOfMemoryError("of a test");
            });
  }
}
