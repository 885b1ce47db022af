package dev.membrane.store.sqlite.internal.cleaning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * Finds out which pages of a file belong to trees, from the trees themselves. All leaves are
 * equally deep, so it suffices to read one of those below a page to know that all of them are
 * leaves.
 */
final class TreePages {

  private final PageFile file;
  private final BitSet pages = new BitSet();

  private TreePages(PageFile file) {
    this.file = file;
  }

  /**
   * Finds them. Nobody may write the file meanwhile.
   *
   * @param roots the pages at which the trees begin
   */
  static BitSet below(PageFile file, List<Integer> roots) throws IOException {
    TreePages found = new TreePages(file);
    for (int root : roots) {
      found.add(root);
    }
    return found.pages;
  }

  private void add(int page) throws IOException {
    ByteBuffer bytes = read(page);
    pages.set(page);
    if (UnusedSpace.isInterior(bytes)) {
      int[] children = UnusedSpace.children(bytes);
      boolean isAboveLeaves = UnusedSpace.isLeaf(read(children[0]));
      for (int child : children) {
        if (isAboveLeaves) {
          pages.set(child);
        } else {
          add(child);
        }
      }
    }
  }

  private ByteBuffer read(int page) throws IOException {
    ByteBuffer bytes = file.room();
    if (page < 1 || !file.read(page, bytes)) {
      throw new IOException("page " + page + " is not there");
    }
    return bytes;
  }
}
