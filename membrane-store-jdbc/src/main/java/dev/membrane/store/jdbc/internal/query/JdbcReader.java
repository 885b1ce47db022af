package dev.membrane.store.jdbc.internal.query;

import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.audit.DatabaseTables;
import dev.membrane.store.jdbc.internal.audit.StoreInspection;
import dev.membrane.store.jdbc.internal.audit.TrailQuery;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.figures.Figures;
import dev.membrane.store.jdbc.internal.runs.KeptRuns;
import dev.membrane.store.jdbc.internal.runs.RunQuery;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import dev.membrane.store.jdbc.internal.table.KeyTable;
import dev.membrane.store.jdbc.internal.table.QueueTable;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reads of a store that are the same over every database. Safe for use by many threads. */
public abstract class JdbcReader implements StoreReader {

  /**
   * Texts within the values of keys, which the key of a scope encrypts besides that of the store.
   */
  private static final String SEALED = "key.sealed";

  /** Something to be read. */
  @FunctionalInterface
  public interface Read<T> {
    /** Reads it. */
    T from(ReadTransaction rows) throws SQLException;
  }

  /**
   * Reads within one transaction.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  protected abstract <T> T read(Read<T> read);

  /** As {@link #read}, for what takes a single statement, which may need no transaction. */
  protected <T> T readByOneStatement(Read<T> read) {
    return read(read);
  }

  /** As {@link #read}, for what may take minutes. */
  protected <T> T readAtLength(Read<T> read) {
    return read(read);
  }

  /** What columns are encrypted with. */
  protected abstract StoreCipher cipher();

  /** The tables that other stores have not. */
  protected abstract DatabaseTables databaseTables(ReadTransaction rows);

  @Override
  public boolean isEncrypted() {
    return !cipher().isPlain();
  }

  @Override
  public String sealed(String scope, String name, String text) {
    return cipher().seal(scope, SEALED, name, text);
  }

  @Override
  public Optional<String> opened(String name, String sealed) {
    return Optional.ofNullable(cipher().openUnlessErased(SEALED, name, sealed));
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return get(ids, Long.MAX_VALUE);
  }

  @Override
  public abstract List<StoredRecord> get(Collection<String> ids, long heaviest);

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return readByOneStatement(rows -> HeaderQuery.read(rows, ids, at));
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    return read(rows -> new ArrivalQuery(rows, asked).ids());
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    List<String> words = targets.stream().map(WordEncoding::relation).distinct().toList();
    return words.isEmpty()
        ? List.of()
        : read(rows -> ArrivalQuery.withWords(rows, visibility, List.of(words), after, limit));
  }

  @Override
  public List<String> episodes(
      Visibility visibility, @Nullable String key, String after, int limit) {
    List<String> first = List.of(WordEncoding.firstOfEpisode());
    List<List<String>> words =
        key == null ? List.of(first) : List.of(first, List.of(WordEncoding.episode(key)));
    return read(rows -> ArrivalQuery.withWords(rows, visibility, words, after, limit));
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    return read(rows -> ScopeQuery.read(rows, visibility));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return readByOneStatement(rows -> KeyTable.find(rows, names));
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    return read(rows -> KeyTable.page(rows, prefix, after, limit));
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    return read(rows -> HeaderQuery.deleted(rows, visibility, after, limit));
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return read(rows -> RunQuery.match(rows, visibility, words, latest));
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return read(rows -> KeptRuns.byNumbers(rows, numbers));
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return read(rows -> KeptRuns.byIds(rows, ids));
  }

  @Override
  public Optional<History> history() {
    return Optional.of(new JdbcHistory(this));
  }

  @Override
  public Optional<Contents> contents() {
    return Optional.of(
        listener ->
            readAtLength(
                rows -> {
                  new ContentsQuery(rows, listener).tell();
                  return true;
                }));
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    return read(rows -> TermStatisticsSum.read(rows, visibility, terms));
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return readByOneStatement(rows -> QueueTable.due(rows, queue, at, limit));
  }

  @Override
  public List<QueueRow> rows(String queue, Collection<String> items) {
    return readByOneStatement(rows -> QueueTable.find(rows, queue, items));
  }

  @Override
  public long queued(String queue) {
    return read(rows -> QueueTable.count(rows, queue));
  }

  @Override
  public List<QueueLoad> queues() {
    return read(QueueTable::figures);
  }

  @Override
  public Statistics statistics(Instant at) {
    return read(rows -> Figures.read(rows, at));
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return auditLogs(List.of(id)).stream().findFirst();
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return ids.isEmpty() ? List.of() : read(rows -> TrailQuery.of(rows, ids));
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return read(rows -> TrailQuery.page(rows, rows.dialect().key(after), limit).trails());
  }

  @Override
  public void inspect(Inspection inspection) {
    readAtLength(
        rows -> {
          new StoreInspection(rows, inspection, databaseTables(rows)).run();
          return true;
        });
  }
}
