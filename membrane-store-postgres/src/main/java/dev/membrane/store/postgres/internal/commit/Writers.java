package dev.membrane.store.postgres.internal.commit;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.jdbc.internal.commit.Writer;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import dev.membrane.store.postgres.internal.session.ReadPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a node, among which the scopes are divided, so that several scopes are written at
 * the same time. Each has a connection of its own. Which of them commits a changeset is only a
 * matter of speed: see {@link BatchedWrites}. What has to wait long for writers of other nodes is
 * left to as many others, which are connected only then, so that other scopes need not wait with
 * it. Safe for use by many threads.
 */
public record Writers(List<Writer> all, List<Writer> patient) implements AutoCloseable {

  /** How many, and how many connections: more would only wait for the same disk. */
  public static final int COUNT = 4;

  /**
   * Starts them.
   *
   * @param readers are told whether sessions may write
   */
  public static Writers start(Database database, PostgresDialect dialect, ReadPool readers) {
    List<Writer> patient = new ArrayList<>();
    List<Writer> all = new ArrayList<>();
    for (int number = 1; number <= COUNT; number++) {
      Writer waiting =
          Writer.start(
              "membrane-postgres-waiting-" + number,
              new PostgresCommits(database, dialect, true, readers),
              dialect.cipher(),
              null);
      patient.add(waiting);
      all.add(
          Writer.start(
              "membrane-postgres-writer-" + number,
              new PostgresCommits(database, dialect, false, readers),
              dialect.cipher(),
              waiting));
    }
    return new Writers(all, patient);
  }

  /** As {@link Writer#prepare}. */
  public Runnable prepare(Changeset changeset) {
    String route = route(List.of(changeset));
    return of(route).prepare(changeset, route);
  }

  /** As {@link Writer#commitEach}. */
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    String route = route(changesets);
    return of(route).commitEach(changesets, route);
  }

  private Writer of(String route) {
    return all.get(Math.floorMod(route.hashCode(), COUNT));
  }

  /** The scope that changesets are the first to say; without one, the first id. */
  private static String route(List<Changeset> changesets) {
    return changesets.stream()
        .flatMap(WriteSet::scopesOf)
        .findFirst()
        .or(
            () ->
                changesets.stream()
                    .flatMap(changeset -> changeset.changes().stream())
                    .map(Change::id)
                    .findFirst())
        .orElse("");
  }

  public void check() {
    all.forEach(Writer::check);
    patient.forEach(Writer::check);
  }

  @Override
  public void close() {
    all.forEach(Writer::close);
    patient.forEach(Writer::close);
  }
}
