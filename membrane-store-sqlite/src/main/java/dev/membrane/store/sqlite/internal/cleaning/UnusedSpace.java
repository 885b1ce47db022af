package dev.membrane.store.sqlite.internal.cleaning;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a page of a tree that no cell has: from the end of the list of cells to the first
 * cell (https://www.sqlite.org/fileformat.html). SQLite does not read them.
 *
 * @param from the first
 * @param to the one after the last
 */
record UnusedSpace(int from, int to) {

  private static final int INDEX_INTERIOR = 2;
  private static final int TABLE_INTERIOR = 5;
  private static final int INDEX_LEAF = 10;
  private static final int TABLE_LEAF = 13;

  private static final int CELLS = 3;
  private static final int CONTENT = 5;
  private static final int LEAF_HEADER = 8;
  private static final int INTERIOR_HEADER = 12;

  /**
   * That of any page but the first.
   *
   * @return null if it is no page of a tree; one that is none may yet look like one
   */
  static @Nullable UnusedSpace of(ByteBuffer page) {
    if (!isLeaf(page) && !isInterior(page)) {
      return null;
    }
    int header = isLeaf(page) ? LEAF_HEADER : INTERIOR_HEADER;
    int from = header + 2 * cells(page);
    int to = (page.getShort(CONTENT) - 1 & 0xffff) + 1;
    return from <= to && to <= page.capacity() ? new UnusedSpace(from, to) : null;
  }

  static boolean isLeaf(ByteBuffer page) {
    int kind = page.get(0);
    return kind == INDEX_LEAF || kind == TABLE_LEAF;
  }

  static boolean isInterior(ByteBuffer page) {
    int kind = page.get(0);
    return kind == INDEX_INTERIOR || kind == TABLE_INTERIOR;
  }

  /** The pages below an interior page. */
  static int[] children(ByteBuffer page) {
    int cells = cells(page);
    int[] children = new int[cells + 1];
    for (int cell = 0; cell < cells; cell++) {
      children[cell] = page.getInt(page.getShort(INTERIOR_HEADER + 2 * cell) & 0xffff);
    }
    children[cells] = page.getInt(LEAF_HEADER);
    return children;
  }

  /** Whether a page has anything else than zeros there. */
  boolean isUsed(ByteBuffer page) {
    for (int at = from; at < to; at++) {
      if (page.get(at) != 0) {
        return true;
      }
    }
    return false;
  }

  private static int cells(ByteBuffer page) {
    return page.getShort(CELLS) & 0xffff;
  }
}
