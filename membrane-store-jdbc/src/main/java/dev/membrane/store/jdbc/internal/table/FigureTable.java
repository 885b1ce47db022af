package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.figures.FigureBlock;
import dev.membrane.store.jdbc.internal.figures.FigureCounts;
import dev.membrane.store.jdbc.internal.figures.FigurePoint;
import dev.membrane.store.jdbc.internal.figures.FigurePoints;
import dev.membrane.store.jdbc.internal.figures.FigureRow;
import dev.membrane.store.jdbc.internal.figures.FigureSeries;
import dev.membrane.store.jdbc.internal.figures.Figures;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps what metrics are made of. A commit adds a row for each series to a log and touches nothing
 * else. When the log has become long, its points go into blocks: points that follow each other in
 * their series, with what they come to together. For the writer.
 */
public final class FigureTable {

  /** About as many points as the log has at the most. */
  static final int MAX_LOGGED = 2_000;

  /** A block that changes and has a smaller part of the most becomes one with that before it. */
  private static final int PART = 4;

  /** Of so many the points are in memory at once. */
  private static final int BLOCKS_AT_ONCE = 32;

  /** So many records are read at once when there are no figures yet. */
  private static final int PAGE = 10_000;

  private static final String LOG = "INSERT INTO figure_log (series, points) VALUES (?, ?)";

  private static final String TAKE_LOG = "DELETE FROM figure_log RETURNING series, points";

  private static final String TOUCHED =
      Figures.BLOCKS
          + """
           WHERE series = :series AND place <= :last
          ORDER BY place DESC, at DESC, value DESC
          """;

  private static final String PUT_BLOCK =
      """
      INSERT INTO figure_block (id, %s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
          .formatted(FigureBlock.COLUMNS);

  private static final String PUT_POINTS =
      "INSERT INTO figure_points (block, points) VALUES (?, ?)";

  private static final String REMOVE_BLOCK = "DELETE FROM figure_block WHERE id = ?";

  private static final String REMOVE_POINTS = "DELETE FROM figure_points WHERE block = ?";

  private static final String LAST_BLOCK = "SELECT coalesce(max(id), 0) FROM figure_block";

  private static final String RECORDS =
      "SELECT rid, " + FigureRow.COLUMNS + " FROM memory WHERE rid > ? ORDER BY rid LIMIT " + PAGE;

  private final WriteTransaction sql;
  private int logged = MAX_LOGGED;
  private long lastBlock;

  private record StoredBlock(long id, FigureBlock block) {}

  /** Blocks that become others together, and what comes to their points. */
  private record Rewrite(List<Long> ids, SortedMap<FigurePoint, Long> points) {}

  public FigureTable(WriteTransaction sql) {
    this.sql = sql;
  }

  /** Makes the blocks of all records, of which there are none yet. */
  public static void fill(WriteTransaction sql) throws SQLException {
    FigureTable table = new FigureTable(sql);
    table.lastBlock = sql.firstNumber(LAST_BLOCK);
    long[] after = {Long.MIN_VALUE};
    boolean hasMore = true;
    while (hasMore) {
      FigureCounts page = new FigureCounts();
      sql.all(
          row -> {
            page.add(FigureRow.read(row, 2), 1);
            after[0] = row.getLong(1);
            return true;
          },
          RECORDS,
          after[0]);
      table.add(page);
      sql.flush();
      hasMore = !page.isEmpty();
    }
  }

  /** Notes what a commit adds. */
  public void write(SharedChanges shared, DatabaseWrites database) throws SQLException {
    for (Map.Entry<FigureSeries, SortedMap<FigurePoint, Long>> each :
        shared.figures().changed().entrySet()) {
      logged += each.getValue().size();
      sql.later(WriteGroup.FIGURE, LOG, each.getKey().name(), FigurePoints.write(each.getValue()));
    }
    if (logged > MAX_LOGGED && database.mayMergeFigures()) {
      logged = 0;
      merge();
    }
  }

  private void merge() throws SQLException {
    FigureCounts counts = new FigureCounts();
    sql.all(
        row -> {
          FigureSeries series = FigureSeries.named(row.getString(1));
          FigurePoints.read(series, row.getBytes(2))
              .forEach((point, records) -> counts.add(series, point, records));
          return true;
        },
        TAKE_LOG);
    lastBlock = sql.firstNumber(LAST_BLOCK);
    add(counts);
  }

  private void add(FigureCounts counts) throws SQLException {
    for (Map.Entry<FigureSeries, SortedMap<FigurePoint, Long>> each : counts.changed().entrySet()) {
      List<Rewrite> all = rewrites(each.getKey(), each.getValue());
      for (int i = 0; i < all.size(); i += BLOCKS_AT_ONCE) {
        rewrite(each.getKey(), all.subList(i, Math.min(all.size(), i + BLOCKS_AT_ONCE)));
      }
    }
  }

  private List<Rewrite> rewrites(FigureSeries series, SortedMap<FigurePoint, Long> points)
      throws SQLException {
    List<StoredBlock> blocks = touched(series, points);
    List<Rewrite> rewrites = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      SortedMap<FigurePoint, Long> come = points;
      if (i + 1 < blocks.size()) {
        come = come.headMap(blocks.get(i + 1).block().first());
      }
      if (i > 0) {
        come = come.tailMap(blocks.get(i).block().first());
      }
      boolean isSmall = PART * blocks.get(i).block().size() < series.mostInBlock();
      boolean isJoined = isSmall && !come.isEmpty() && i > 0 && i + 1 < blocks.size();
      if (!isJoined) {
        rewrites.add(new Rewrite(new ArrayList<>(), new TreeMap<>()));
      }
      Rewrite rewrite = rewrites.get(rewrites.size() - 1);
      rewrite.ids().add(blocks.get(i).id());
      rewrite.points().putAll(come);
    }
    rewrites.removeIf(rewrite -> rewrite.points().isEmpty());
    return blocks.isEmpty() ? List.of(new Rewrite(List.of(), points)) : rewrites;
  }

  /** The blocks among whose points some belong, in order; the first is also for those before it. */
  private List<StoredBlock> touched(FigureSeries series, SortedMap<FigurePoint, Long> points)
      throws SQLException {
    List<StoredBlock> blocks = new ArrayList<>();
    sql.until(
        row -> {
          StoredBlock stored = new StoredBlock(row.getLong(1), FigureBlock.read(row, 2));
          blocks.add(0, stored);
          return stored.block().first().compareTo(points.firstKey()) <= 0;
        },
        TOUCHED,
        Map.of("series", series.name(), "last", points.lastKey().place()));
    return blocks;
  }

  private void rewrite(FigureSeries series, List<Rewrite> rewrites) throws SQLException {
    List<Long> ids = rewrites.stream().flatMap(rewrite -> rewrite.ids().stream()).toList();
    Map<Long, SortedMap<FigurePoint, Long>> stored = new HashMap<>();
    sql.each(
        row -> stored.put(row.getLong(3), FigurePoints.read(series, row.getBytes(2))),
        Figures.POINTS,
        Map.of("blocks", sql.dialect().numbers(ids)));
    List<SortedMap<FigurePoint, Long>> blocks = new ArrayList<>();
    for (Rewrite rewrite : rewrites) {
      SortedMap<FigurePoint, Long> points = new TreeMap<>();
      for (long id : rewrite.ids()) {
        points.putAll(Objects.requireNonNull(stored.get(id), "a block without points"));
      }
      rewrite.points().forEach((point, records) -> points.merge(point, records, Long::sum));
      points.values().removeIf(records -> records == 0);
      blocks.addAll(parted(points, series.mostInBlock()));
    }
    replace(series, ids, blocks);
  }

  private static List<SortedMap<FigurePoint, Long>> parted(
      SortedMap<FigurePoint, Long> points, int most) {
    List<SortedMap<FigurePoint, Long>> blocks = new ArrayList<>();
    for (Map.Entry<FigurePoint, Long> point : points.entrySet()) {
      if (blocks.isEmpty() || blocks.get(blocks.size() - 1).size() == most) {
        blocks.add(new TreeMap<>());
      }
      blocks.get(blocks.size() - 1).put(point.getKey(), point.getValue());
    }
    return blocks;
  }

  /** Equal statements follow each other, so that they may be sent together. */
  private void replace(
      FigureSeries series, List<Long> ids, List<SortedMap<FigurePoint, Long>> blocks)
      throws SQLException {
    for (String removal : List.of(REMOVE_BLOCK, REMOVE_POINTS)) {
      for (long id : ids) {
        sql.later(WriteGroup.FIGURE, removal, id);
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      List<Object> columns = FigureBlock.of(series, blocks.get(i)).columns();
      sql.later(WriteGroup.FIGURE, PUT_BLOCK, lastBlock + 1 + i, columns);
    }
    for (SortedMap<FigurePoint, Long> block : blocks) {
      lastBlock++;
      sql.later(WriteGroup.FIGURE, PUT_POINTS, lastBlock, FigurePoints.write(block));
    }
  }
}
