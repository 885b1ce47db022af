package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Embedding;
import dev.membrane.store.jdbc.Effects;
import dev.membrane.store.jdbc.ListedWords;
import dev.membrane.store.jdbc.OwnWrites;
import dev.membrane.store.jdbc.RecordRow;
import dev.membrane.store.jdbc.Standing;
import dev.membrane.store.jdbc.Writes.Conflict;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text index, the lists of tags, and vectors by space. The text index would make a
 * segment for every changeset, so what it is told is collected for the whole transaction.
 */
record SqliteWrites(Sql sql, RecentTags tags) implements OwnWrites {

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (action, entries) VALUES (?, ?)
      ON CONFLICT (action) DO UPDATE SET entries = audit_total.entries + excluded.entries
      """;

  SqliteWrites(Sql sql) {
    this(sql, new RecentTags(sql));
  }

  /** The tables of records do, as there is but one writer. */
  @Override
  public void claim(String id, String scope, Conflict used) {}

  @Override
  public void insert(Standing at, ListedWords words, Effects effects) throws SQLException {
    effects.changeIn(at.spaces());
    tags.add(at, words.tags());
    effects.post(at.rid(), text(words.all(), at));
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
      Standing before, ListedWords words, Standing after, RecordRow row, Effects effects)
      throws SQLException {
    effects.changeIn(before.spaces());
    effects.changeIn(after.spaces());
    if (!before.spaces().equals(after.spaces())) {
      ScopeRemains.moved(sql, before.space(), after.space());
      effects.unpost(before.rid(), text(words.all(), before));
      effects.post(after.rid(), text(row.listed().all(), after));
    } else if (!words.equals(row.listed())) {
      repost(after, words, row.listed(), effects);
    }
    VectorTable.move(sql, after.rid(), before.space(), after.space(), effects);
    if (!before.equals(after) || !words.tags().equals(row.listed().tags())) {
      tags.remove(before, words.tags());
      tags.add(after, row.listed().tags());
    }
  }

  /** Tells the index of nothing but the words that have come or gone. */
  private static void repost(Standing at, ListedWords before, ListedWords after, Effects effects) {
    List<String> gone = before.without(after).all();
    List<String> come = after.without(before).all();
    // The index counts its rows, so that one is removed and one added, if only of nothing.
    if (!gone.isEmpty() || !come.isEmpty()) {
      effects.unpost(at.rid(), text(gone, at));
      effects.post(at.rid(), text(come, at));
    }
  }

  private static String text(List<String> words, Standing at) {
    return PostingTable.text(words, at.space(), at.whole());
  }

  @Override
  public void delete(Standing at, ListedWords words, Effects effects) throws SQLException {
    effects.changeIn(at.spaces());
    effects.unpost(at.rid(), text(words.all(), at));
    tags.remove(at, words.tags());
    VectorTable.delete(sql, at.rid(), at.space());
  }

  @Override
  public void embed(
      List<Embedding> embeddings, Map<String, Long> models, @Nullable Instant at, Effects effects)
      throws SQLException {
    for (Embedding embedding : embeddings) {
      long model = Objects.requireNonNull(models.get(embedding.model()));
      VectorTable.put(sql, embedding, model, at, effects);
    }
  }

  @Override
  public void count(Map<Long, Map<String, Long>> words) throws SQLException {
    new WordCountSegments(sql).add(words);
  }

  @Override
  public void addHeads(Map<String, AuditHead> heads) throws SQLException {
    HexHeads.add(sql, heads);
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
  public void finish(Effects effects) throws SQLException {
    PostingTable.write(sql, effects);
    tags.merge();
    if (effects.hasDeletions()) {
      Cleaner.note(sql);
    }
  }
}
