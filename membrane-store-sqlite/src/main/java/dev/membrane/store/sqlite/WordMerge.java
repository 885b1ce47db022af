package dev.membrane.store.sqlite;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/** Puts counts of several sources in one order. */
final class WordMerge {

  private final PriorityQueue<BlockSource> sources =
      new PriorityQueue<>(
          Comparator.<BlockSource>comparingLong(source -> source.block.pool())
              .thenComparing(source -> source.cursor, WordBlock.Cursor::compareTo));

  /** Blocks, and where in them it is. */
  private static final class BlockSource {
    private final Iterator<WordBlock> rest;
    private WordBlock block;
    private WordBlock.Cursor cursor;

    BlockSource(Iterator<WordBlock> blocks) {
      rest = blocks;
      block = rest.next();
      cursor = block.cursor();
    }

    boolean next() throws SQLException {
      boolean found = cursor.next();
      while (!found && rest.hasNext()) {
        block = rest.next();
        cursor = block.cursor();
        found = cursor.next();
      }
      return found;
    }
  }

  /** Adds counts that are in the order of pools and words. */
  void add(List<WordBlock> blocks) throws SQLException {
    if (!blocks.isEmpty()) {
      advance(new BlockSource(blocks.iterator()));
    }
  }

  private void advance(BlockSource source) throws SQLException {
    if (source.next()) {
      sources.add(source);
    }
  }

  /** Writes all counts. */
  void writeTo(SegmentWriter out) throws SQLException {
    BlockSource least = sources.poll();
    while (least != null) {
      out.add(least.block.pool(), least.cursor);
      advance(least);
      least = sources.poll();
    }
  }
}
