package dev.membrane.store.sqlite.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.table.VectorRow;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import dev.membrane.store.sqlite.internal.cleaning.Cleaner;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the text index, the lists of tags, and vectors by space. The text index would make a
 * segment for every changeset, so what it is told is collected for the whole transaction.
 */
public record SqliteWrites(Sql sql, RecentTags tags) implements DatabaseWrites {

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (action, entries) VALUES (?, ?)
      ON CONFLICT (action) DO UPDATE SET entries = audit_total.entries + excluded.entries
      """;

  public SqliteWrites(Sql sql) {
    this(sql, new RecentTags(sql));
  }

  /** The tables of records do, as there is but one writer. */
  @Override
  public void claim(String id, String scope, Conflict used) {}

  @Override
  public void insert(SpacePosition at, ListedWords words, SharedChanges shared)
      throws SQLException {
    shared.changedSpaces().addAll(at.spaces());
    tags.add(at, words.tags());
    shared.post(at.rid(), text(words.all(), at));
  }

  @Override
  public void clear() throws SQLException {
    PostingTable.clear(sql);
    tags.clear();
    TagTables.clear(sql);
    new WordCountSegments(sql).clear();
    Cleaner.note(sql);
  }

  @Override
  public void replace(
      SpacePosition before,
      ListedWords words,
      SpacePosition after,
      RecordRow row,
      SharedChanges shared)
      throws SQLException {
    shared.changedSpaces().addAll(before.spaces());
    shared.changedSpaces().addAll(after.spaces());
    if (!before.spaces().equals(after.spaces())) {
      shared.unpost(before.rid(), text(words.all(), before));
      shared.post(after.rid(), text(row.listed().all(), after));
    } else if (!words.equals(row.listed())) {
      repost(after, words, row.listed(), shared);
    }
    VectorTable.move(sql, after.rid(), before.space(), after.space(), shared);
    if (!before.equals(after) || !words.tags().equals(row.listed().tags())) {
      tags.remove(before, words.tags());
      tags.add(after, row.listed().tags());
    }
  }

  /** Tells the index of nothing but the words that have come or gone. */
  private static void repost(
      SpacePosition at, ListedWords before, ListedWords after, SharedChanges shared) {
    List<String> gone = before.without(after).all();
    List<String> come = after.without(before).all();
    // The index counts its rows, so that one is removed and one added, if only of nothing.
    if (!gone.isEmpty() || !come.isEmpty()) {
      shared.unpost(at.rid(), text(gone, at));
      shared.post(at.rid(), text(come, at));
    }
  }

  private static String text(List<String> words, SpacePosition at) {
    return PostingTable.text(words, at.space(), at.whole());
  }

  @Override
  public void delete(SpacePosition at, ListedWords words, SharedChanges shared)
      throws SQLException {
    shared.changedSpaces().addAll(at.spaces());
    shared.unpost(at.rid(), text(words.all(), at));
    tags.remove(at, words.tags());
    VectorTable.delete(sql, at.rid(), at.space());
  }

  @Override
  public void embed(List<VectorRow> vectors, SharedChanges shared) throws SQLException {
    for (VectorRow vector : vectors) {
      VectorTable.put(sql, vector, shared);
    }
  }

  @Override
  public void count(Map<Long, Map<String, Long>> words) throws SQLException {
    new WordCountSegments(sql).add(words);
  }

  @Override
  public void addHeads(Map<String, AuditHead> heads) throws SQLException {
    SqliteHeads.add(sql, heads);
  }

  /** One row for each action, as there is but one writer. */
  @Override
  public void addTotals(Map<String, Map<AuditAction, Long>> totals) throws SQLException {
    Map<AuditAction, Long> sums = new EnumMap<>(AuditAction.class);
    totals.values().forEach(each -> each.forEach((action, n) -> sums.merge(action, n, Long::sum)));
    for (Map.Entry<AuditAction, Long> sum : sums.entrySet()) {
      sql.update(ADD_TO_TOTAL, sum.getKey().wireName(), sum.getValue());
    }
  }

  /** There is but one writer. */
  @Override
  public boolean mayMergeFigures() {
    return true;
  }

  @Override
  public void finish(SharedChanges shared) throws SQLException {
    PostingTable.write(sql, shared);
    tags.merge();
    if (shared.hasDeletions()) {
      Cleaner.note(sql);
    }
  }
}
