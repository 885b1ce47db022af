package dev.membrane.store.sqlite.internal.cleaning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * Copies of rows in the unused space of pages. SQLite overwrites a row that is deleted ({@code
 * PRAGMA secure_delete}), but not the copies that it left when it moved rows of a page to other
 * pages. This class looks for them, a few pages at a time, and overwrites them. For the writer.
 */
final class Leftovers {

  private static final int PAGES_AT_ONCE = 512;

  /** The first page, of which the tree is the schema, has no content of records. */
  private static final int FIRST = 2;

  private final PageFile file;
  private final ByteBuffer bytes;
  private final BitSet candidates = new BitSet();
  private int next = FIRST;
  private boolean isLookedThrough;

  Leftovers(PageFile file) {
    this.file = file;
    this.bytes = file.room();
  }

  /** Looks at some more pages, whatever they are at the moment. */
  void lookOn() throws IOException {
    int end = Math.min(file.pages() + 1, next + PAGES_AT_ONCE);
    for (; next < end; next++) {
      if (file.read(next, bytes)) {
        UnusedSpace space = UnusedSpace.of(bytes);
        if (space != null && space.isUsed(bytes)) {
          candidates.set(next);
        }
      }
    }
    isLookedThrough = next > file.pages();
  }

  /** Whether all pages were looked at. */
  boolean isLookedThrough() {
    return isLookedThrough;
  }

  /**
   * Overwrites what was found. Nobody may write the file meanwhile, and all of the write-ahead log
   * must be in it. Others may read: what changes are bytes that SQLite does not look at.
   *
   * @param roots the pages at which the trees begin
   * @return how many pages had something left
   */
  int overwrite(List<Integer> roots) throws IOException {
    candidates.and(TreePages.below(file, roots));
    for (int page = candidates.nextSetBit(0); page >= 0; page = candidates.nextSetBit(page + 1)) {
      if (file.read(page, bytes)) {
        UnusedSpace space = UnusedSpace.of(bytes);
        if (space != null && space.isUsed(bytes)) {
          file.overwrite(page, space);
        }
      }
    }
    if (!candidates.isEmpty()) {
      file.force();
    }
    return candidates.cardinality();
  }
}
