package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Puts counts of several sources in one order. */
final class WordMerge {

  private final PriorityQueue<BlockSource> sources = new PriorityQueue<>(BlockSource::compare);

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

    /** By pool and word. */
    static int compare(BlockSource one, BlockSource other) {
      int order = Long.compare(one.block.pool(), other.block.pool());
      return order != 0 ? order : one.cursor.compareTo(other.cursor);
    }
  }

  /** Adds counts that are in the order of pools and words. */
  void add(List<WordBlock> blocks) throws SQLException {
    if (blocks.isEmpty()) {
      return;
    }
    BlockSource source = new BlockSource(blocks.iterator());
    if (source.next()) {
      sources.add(source);
    }
  }

  /** Writes all counts. */
  void writeTo(SegmentWriter out) throws SQLException {
    BlockSource least = sources.poll();
    while (least != null) {
      out.add(least.block.pool(), least.cursor);
      least = after(least);
    }
  }

  /** The source that is least once the one that was has moved on: often that one again. */
  private @Nullable BlockSource after(BlockSource last) throws SQLException {
    BlockSource first = sources.peek();
    if (!last.next()) {
      return sources.poll();
    }
    if (first == null || BlockSource.compare(last, first) <= 0) {
      return last;
    }
    sources.poll();
    sources.add(last);
    return first;
  }
}
