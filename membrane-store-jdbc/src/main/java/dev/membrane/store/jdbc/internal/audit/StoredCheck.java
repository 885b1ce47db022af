package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.figures.FigureBlock;
import dev.membrane.store.jdbc.internal.figures.FigurePoint;
import dev.membrane.store.jdbc.internal.figures.FigurePoints;
import dev.membrane.store.jdbc.internal.figures.FigureRow;
import dev.membrane.store.jdbc.internal.figures.FigureSeries;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares all rows of a relational store with what they must be according to its records. It is
 * given first the lanes, pools and spaces, then each trail with its rows, then what many records
 * share; at last {@link #finish} is called. It keeps no records. Not thread-safe.
 */
public final class StoredCheck {

  private static final String WHICH_CHANGED = "the column %s of %s is not as it was written";

  private final Inspection inspection;
  private final Dialect dialect;
  private final SpaceRows spaces;
  private final RunCheck runs;
  private final ComparedRows words =
      new ComparedRows("the counts of words are not those of the records");
  private final ComparedRows postings =
      new ComparedRows("the index of words is not that of the records");
  private final ComparedRows tags =
      new ComparedRows("the lists of tags are not those of the records");
  private final ComparedRows figures = new ComparedRows("the figures are not those of the records");
  private final Map<String, Long> totals = new TreeMap<>();
  private final Map<String, Long> totalsExpected = new TreeMap<>();

  /** A check of what a dialect has written. */
  StoredCheck(Inspection inspection, Dialect dialect) {
    this.inspection = inspection;
    this.dialect = dialect;
    this.spaces = new SpaceRows(dialect);
    this.runs = new RunCheck(inspection, dialect.cipher(), spaces);
  }

  /** The spaces, which are to be read first. */
  SpaceRows spaces() {
    return spaces;
  }

  /** The kept runs. */
  RunCheck runs() {
    return runs;
  }

  /** The next trail, which is passed on. */
  void trail(AuditTrail trail) {
    inspection.trail(trail);
    for (AuditLink link : trail.links()) {
      totalsExpected.merge(total(trail.scope(), link.entry().action()), 1L, Long::sum);
    }
  }

  private String total(@Nullable String scope, AuditAction action) {
    return dialect.total(RecordRow.scope(scope), action.wireName());
  }

  /** What a record must have that is there and can be read. */
  RecordRow expected(StoredRecord stored) {
    return RecordRow.of(
        stored.record(), stored.anchor(), inspection.termsOf(stored.record()), dialect.cipher());
  }

  /** Whether the records of this half-life and curve have a space of their own. */
  public boolean hasLane(SalienceColumns salience) {
    return spaces.hasLane(salience);
  }

  /**
   * The rows of a record.
   *
   * @param row what {@link #expected} gave
   * @param memory the columns of its narrow row by their names
   * @param document those of its wide row
   * @param own what the store keeps in columns of {@code memory} that other stores do not have
   */
  void record(
      AuditTrail trail,
      RecordRow row,
      Map<String, Object> memory,
      Map<String, Object> document,
      Map<String, @Nullable Object> own) {
    Map<String, @Nullable Object> expected = memoryColumns(trail, row);
    expected.putAll(own);
    Long space = (Long) normal(memory.get("space"));
    Long whole = (Long) normal(memory.get("whole"));
    expected.put("rid", memory.get("rid"));
    expected.put("space", spaces.isSpaceOf(row, space, false) ? space : "another space");
    expected.put("whole", spaces.isSpaceOf(row, whole, true) ? whole : "another space");
    compare(row.id(), "memory", memory, expected);
    Map<String, @Nullable Object> wide = new HashMap<>();
    wide.put("rid", memory.get("rid"));
    wide.put("length", row.length());
    wide.put("words", row.words().text());
    wide.put("doc", row.doc());
    compare(row.id(), "document", document, wide);
    spaces.count(row);
    FigureRow.of(row)
        .points()
        .forEach((series, point) -> figures.expect(series.name() + " " + point));
    countWords(row, space);
    if (dialect.countsAllScopes()) {
      countWords(row, whole);
    }
  }

  private Map<String, @Nullable Object> memoryColumns(AuditTrail trail, RecordRow row) {
    SalienceColumns salience = row.salience();
    boolean hasLane = spaces.hasLane(salience);
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("id", row.id());
    columns.put("version", Objects.requireNonNull(trail.stored()).version());
    columns.put("nonce", trail.nonce());
    columns.put("audits", trail.links().size());
    columns.put("digest", row.digest());
    columns.put("scope", row.scope());
    columns.put("level", row.level());
    columns.put("type", row.type().wireName());
    columns.put("confidence", row.confidence());
    columns.put("created_at", row.createdAt());
    columns.put("updated_at", row.updatedAt());
    columns.put("last_reinforced_at", row.lastReinforcedAt());
    columns.put("curve", salience.curve().wireName());
    columns.put("half_life", salience.halfLife());
    columns.put("min_salience", salience.minSalience());
    columns.put("pinned", salience.pinned());
    columns.put("s0", salience.s0());
    columns.put("t0", salience.t0());
    columns.put("log2_s0", salience.log2S0());
    columns.put("rank_key", salience.rankKey(hasLane));
    columns.put("drift", salience.drift(hasLane));
    columns.put("rest", salience.rest());
    columns.put("valid_from", row.validFrom());
    columns.put("valid_until", row.validUntil());
    columns.put("measure", row.measure());
    return columns;
  }

  private void countWords(RecordRow row, @Nullable Long space) {
    Long pool = spaces.poolOf(space);
    if (pool != null) {
      row.listed().counted().forEach(word -> words.expect(pool + " " + word));
    }
  }

  private void compare(
      String id, String table, Map<String, Object> found, Map<String, @Nullable Object> expected) {
    for (Map.Entry<String, Object> column : found.entrySet()) {
      if (!expected.containsKey(column.getKey())
          || !isSame(column.getValue(), expected.get(column.getKey()))) {
        inspection.fault(id, WHICH_CHANGED.formatted(column.getKey(), table));
        return;
      }
    }
  }

  private static boolean isSame(List<Object> row, List<Object> expected) {
    return row.stream()
        .map(StoredCheck::normal)
        .toList()
        .equals(expected.stream().map(StoredCheck::normal).toList());
  }

  private static boolean isSame(@Nullable Object one, @Nullable Object other) {
    return Objects.equals(normal(one), normal(other));
  }

  /** Databases differ in their kinds of numbers, and have no zero below zero. */
  private static @Nullable Object normal(@Nullable Object value) {
    if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    }
    if (value instanceof Double number) {
      return number + 0.0;
    }
    return value instanceof Number number ? (Long) number.longValue() : value;
  }

  /** Compares a row of any table, column by column. */
  public void row(
      @Nullable String id, String what, @Nullable Object found, @Nullable Object expected) {
    if (!isSame(found, expected)) {
      inspection.fault(id, what + " is not as it was written");
    }
  }

  /** Something that is not as it should be. */
  public void fault(@Nullable String id, String reason) {
    inspection.fault(id, reason);
  }

  /** A row that says what there is, and the number of a record that there is not. */
  public void loose(ResultSet row) throws SQLException {
    fault(null, row.getString(1) + " of no record and no tombstone: row " + row.getLong(2));
  }

  /** A count of a word in a pool; counts of the same word are summed up. */
  public void word(long pool, String word, long records) {
    words.find(pool + " " + word, records);
  }

  /** A word of a posting list, as it stands in there. */
  public void posting(long rid, String word) {
    postings.find(rid + " " + word, 1);
  }

  /** The words that the posting lists must have of a record. */
  public void postings(long rid, List<String> expected) {
    expected.forEach(word -> postings.expect(rid + " " + word));
  }

  /** A row of the lists of tags, with the name of its table. */
  public void tag(String table, Object... columns) {
    tags.find(table + " " + List.of(columns), 1);
  }

  /** A row that the lists of tags must have. */
  public void tagExpected(String table, Object... columns) {
    tags.expect(table + " " + List.of(columns));
  }

  /**
   * Points of the figures.
   *
   * @param block what is stored of the block that they are; null: they are in the log
   */
  void figures(String name, byte[] bytes, @Nullable List<Object> block) {
    try {
      FigureSeries series = FigureSeries.named(name);
      SortedMap<FigurePoint, Long> points = FigurePoints.read(series, bytes);
      boolean isAsWritten =
          series.name().equals(name) && Arrays.equals(FigurePoints.write(points), bytes);
      expect(
          isAsWritten && (block == null || isSame(block, FigureBlock.of(series, points).columns())),
          "the points of figures are not as they were written");
      points.forEach((point, records) -> figures.find(series.name() + " " + point, records));
    } catch (IllegalArgumentException | NoSuchElementException unreadable) {
      expect(false, "the points of figures cannot be read");
    }
  }

  /** A row of the totals of audit entries, with its name as the dialect has it. */
  void total(String name, long entries) {
    totals.merge(name, entries, Long::sum);
  }

  /** Compares what many records share, when all has been told. */
  void finish() {
    expect(spaces.areWhole(), "a space, a lane or a pool is not as it was written");
    expect(spaces.areCounted(), "the pools do not count the records that there are");
    for (ComparedRows rows : List.of(words, postings, tags, runs.words(), figures)) {
      expect(rows.rest().isEmpty(), rows.fault());
    }
    totals.values().removeIf(entries -> entries == 0);
    expect(totals.equals(totalsExpected), "the totals of audit entries are not those of the logs");
  }

  private void expect(boolean holds, String fault) {
    if (!holds) {
      inspection.fault(null, fault);
    }
  }
}
