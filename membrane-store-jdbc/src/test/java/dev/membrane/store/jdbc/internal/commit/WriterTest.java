package dev.membrane.store.jdbc.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jdbi.v3.core.CloseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A writer whose database fails in ways that no database is expected to. */
final class WriterTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void when_its_thread_ends_those_who_wait_and_those_who_come_are_told() {
    EndingCommits commits = new EndingCommits();
    try (Writer writer = Writer.start("ending", commits, StoreCipher.NONE, null)) {
      CompletableFuture<@Nullable Void> waiting = commit(writer);
      commits.end.countDown();
      assertUnavailable(waiting);
      assertUnavailable(commit(writer));
      assertThatThrownBy(writer::check).isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void when_a_broken_connection_cannot_be_closed_the_caller_is_told_and_others_are_served() {
    try (Writer writer =
        Writer.start("unclosable", new UnclosableCommits(), StoreCipher.NONE, null)) {
      assertUnavailable(commit(writer));
      assertUnavailable(commit(writer));
      writer.check();
    }
  }

  private static CompletableFuture<@Nullable Void> commit(Writer writer) {
    return writer.commitEach(List.of(Changeset.builder().build()), "").get(0);
  }

  private static void assertUnavailable(CompletableFuture<@Nullable Void> outcome) {
    assertThat(outcome)
        .failsWithin(PATIENCE)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(StoreUnavailableException.class);
  }

  /** Fails while nothing is committed. */
  private static final class EndingCommits extends Commits<WriteTransaction> {

    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    protected void idle(CommitQueue queue) {
      try {
        end.await();
      } catch (InterruptedException unexpected) {
        throw new IllegalStateException(unexpected);
      }
      throw new NoClassDefFoundError("of a test");
    }

    @Override
    protected void commit(List<QueuedCommit> batch) {}

    @Override
    protected WriteTransaction open() throws SQLException {
      throw new SQLException("there is no database");
    }

    @Override
    protected DatabaseWrites databaseWrites(WriteTransaction sql) {
      return unclosable(DatabaseWrites.class);
    }
  }

  /** Fails in each commit, and then when the connection is given up. */
  private static final class UnclosableCommits extends Commits<WriteTransaction> {

    @Override
    protected void commit(List<QueuedCommit> batch) throws SQLException {
      sql().commit();
      throw new SQLException("broken");
    }

    @Override
    protected WriteTransaction open() {
      return unclosable(WriteTransaction.class);
    }

    @Override
    protected DatabaseWrites databaseWrites(WriteTransaction sql) {
      return unclosable(DatabaseWrites.class);
    }
  }

  private static <T> T unclosable(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                throw new CloseException("cannot be closed", new SQLException("broken"));
              }
              return null;
            }));
  }
}
