package dev.membrane.store.postgres;

import dev.membrane.spi.Change;
import dev.membrane.spi.Changeset;
import dev.membrane.store.jdbc.RecordRow;
import dev.membrane.store.jdbc.Writer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The writers of a node, among which the scopes are divided, so that several scopes are written at
 * the same time. Each has a connection of its own. Which of them commits a changeset is only a
 * matter of speed: see {@link ScopeLocks}. Safe for use by many threads.
 */
final class Writers implements AutoCloseable {

  /** How many, and how many connections: more would only wait for the same disk. */
  static final int COUNT = 4;

  private final List<Writer> all;

  private Writers(List<Writer> all) {
    this.all = all;
  }

  static Writers start(Database database, PostgresDialect dialect) {
    return new Writers(
        IntStream.rangeClosed(1, COUNT)
            .mapToObj(
                number ->
                    Writer.start(
                        "membrane-postgres-writer-" + number,
                        new PostgresCommits(database, dialect),
                        dialect.cipher()))
            .toList());
  }

  /** The writer of the scope that changesets are the first to say; without one, that of none. */
  Writer of(List<Changeset> changesets) {
    String scope = changesets.stream().flatMap(Writers::scopes).findFirst().orElse("");
    return all.get(Math.floorMod(scope.hashCode(), COUNT));
  }

  private static Stream<String> scopes(Changeset changeset) {
    return Stream.concat(
        changeset.changes().stream().filter(Writers::saysScope).map(Writers::scope),
        changeset.runsKept().stream().map(run -> RecordRow.scope(run.scope())));
  }

  private static boolean saysScope(Change change) {
    return !(change instanceof Change.Delete);
  }

  private static String scope(Change change) {
    if (change instanceof Change.Bury bury) {
      return RecordRow.scope(bury.scope());
    }
    if (change instanceof Change.Insert insert) {
      return RecordRow.scope(insert.record().scope());
    }
    return RecordRow.scope(
        change instanceof Change.Replace replace
            ? replace.record().scope()
            : ((Change.Reindex) change).record().scope());
  }

  void check() {
    all.forEach(Writer::check);
  }

  @Override
  public void close() {
    all.forEach(Writer::close);
  }
}
