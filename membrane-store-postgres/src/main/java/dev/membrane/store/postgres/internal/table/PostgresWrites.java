package dev.membrane.store.postgres.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.table.VectorRow;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import dev.membrane.store.jdbc.internal.words.ShortDigest;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.postgres.internal.database.TextEncoding;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the words of records as arrays, and vectors by record. */
public record PostgresWrites(WriteTransaction sql) implements DatabaseWrites {

  private static final String PUT_POSTING =
      """
      INSERT INTO posting (rid, words) VALUES (?, ?)
      ON CONFLICT (rid) DO UPDATE SET words = excluded.words
      """;

  private static final String DELETE_POSTING = "DELETE FROM posting WHERE rid = ?";

  private static final String PUT_EMBEDDING =
      """
      INSERT INTO embedding (rid, model, vector, row_hash, written_at)
      SELECT m.rid, ?, ?, ?, CAST(? AS bigint) FROM memory m WHERE m.id = ?
      ON CONFLICT (rid) DO UPDATE
      SET model = excluded.model, vector = excluded.vector, row_hash = excluded.row_hash,
        written_at = excluded.written_at
      """;

  private static final String DELETE_EMBEDDING = "DELETE FROM embedding WHERE rid = ?";

  // All the words of a pool at once: a statement for each would take most of the writer's time.
  private static final String ADD_WORDS =
      """
      INSERT INTO pool_word (pool, word, records)
      SELECT ?, d.word, d.records FROM unnest(?, ?) AS d (word, records)
      ON CONFLICT (pool, word) DO UPDATE SET records = pool_word.records + excluded.records
      """;

  private static final String DROP_WORDS =
      "DELETE FROM pool_word WHERE pool = ? AND records = 0 AND word = ANY (?)";

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (digest, action, entries)
      {rows 3}
      ON CONFLICT (digest, action) DO UPDATE
      SET entries = audit_total.entries + excluded.entries
      """;

  private static final String CLAIM =
      "INSERT INTO record_scope (id, scope) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private static final String TRY_FIGURES =
      """
      SELECT pg_try_advisory_xact_lock(hashtextextended('membrane figures ' || current_schema(), 0))
      """;

  private static final String MOVE = "UPDATE record_scope SET scope = ? WHERE id = ?";

  @Override
  public void claim(String id, String scope, Conflict used) throws SQLException {
    sql.expect(
        WriteGroup.KEY, used, CLAIM, TextEncoding.key(id), sql.dialect().columnOfScope(scope));
  }

  @Override
  public void insert(SpacePosition at, ListedWords words, SharedChanges shared)
      throws SQLException {
    post(at, words);
  }

  @Override
  public void clear() throws SQLException {
    sql.update("DELETE FROM posting");
    sql.update("DELETE FROM pool_word");
  }

  @Override
  public void replace(
      SpacePosition before,
      ListedWords words,
      SpacePosition after,
      RecordRow row,
      SharedChanges shared)
      throws SQLException {
    if (before.space() != after.space()) {
      sql.later(
          WriteGroup.KEY,
          MOVE,
          sql.dialect().columnOfScope(row.scope()),
          TextEncoding.key(row.id()));
    }
    if (!before.spaces().equals(after.spaces()) || !words.all().equals(row.listed().all())) {
      post(after, row.listed());
    }
  }

  private void post(SpacePosition at, ListedWords words) throws SQLException {
    sql.later(WriteGroup.POSTING, PUT_POSTING, at.rid(), postings(words.all(), at.spaces()));
  }

  /** Words as the index knows them in the spaces of a record. */
  public static String[] postings(List<String> words, List<Long> spaces) {
    return spaces.stream()
        .flatMap(space -> words.stream().map(word -> WordEncoding.in(space, word)))
        .toArray(String[]::new);
  }

  @Override
  public void delete(SpacePosition at, ListedWords words, SharedChanges shared)
      throws SQLException {
    sql.later(WriteGroup.POSTING, DELETE_POSTING, at.rid());
    sql.later(WriteGroup.EMBEDDING, DELETE_EMBEDDING, at.rid());
  }

  @Override
  public void embed(List<VectorRow> vectors, SharedChanges shared) throws SQLException {
    for (VectorRow vector : vectors) {
      String id = vector.embedding().id();
      sql.expect(
          WriteGroup.EMBEDDING,
          () -> "no such record: " + id,
          PUT_EMBEDDING,
          vector.model(),
          vector.vector(),
          vector.hash(),
          vector.writtenAt(),
          TextEncoding.key(id));
    }
  }

  /** In the order of the table, which is then written from one end to the other. */
  @Override
  public void count(Map<Long, Map<String, Long>> words) throws SQLException {
    for (Map.Entry<Long, Map<String, Long>> pool : new TreeMap<>(words).entrySet()) {
      Map<String, Long> deltas = new TreeMap<>(pool.getValue());
      String[] names = deltas.keySet().toArray(String[]::new);
      Long[] records = deltas.values().toArray(Long[]::new);
      sql.later(WriteGroup.POSTING, ADD_WORDS, pool.getKey(), names, records);
      if (deltas.values().stream().anyMatch(delta -> delta < 0)) {
        sql.later(WriteGroup.POSTING, DROP_WORDS, pool.getKey(), names);
      }
    }
  }

  @Override
  public void addHeads(Map<String, AuditHead> heads) throws SQLException {
    PostgresHeads.add(sql, heads);
  }

  @Override
  public void addTotals(Map<String, Map<AuditAction, Long>> totals) throws SQLException {
    for (Map.Entry<String, Map<AuditAction, Long>> scope : totals.entrySet()) {
      String digest = ShortDigest.of(sql.dialect().columnOfScope(scope.getKey()));
      for (Map.Entry<AuditAction, Long> total : scope.getValue().entrySet()) {
        sql.row(
            WriteGroup.AUDIT, ADD_TO_TOTAL, digest, total.getKey().wireName(), total.getValue());
      }
    }
  }

  /** Nobody waits for the turn: who has it merges what others have logged, too. */
  @Override
  public boolean mayMergeFigures() throws SQLException {
    return Boolean.TRUE.equals(sql.first(row -> row.getBoolean(1), TRY_FIGURES));
  }

  /** Nothing else was collected. */
  @Override
  public void finish(SharedChanges shared) {}
}
