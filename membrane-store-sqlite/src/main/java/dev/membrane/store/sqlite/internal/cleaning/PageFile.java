package dev.membrane.store.sqlite.internal.cleaning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a database file that SQLite has open. Close it only after all connections of this
 * process: closing any handle of the file releases the locks that SQLite holds on it.
 */
record PageFile(FileChannel channel, int pageSize) implements AutoCloseable {

  private static final int PAGE_SIZE = 16;

  /** Where SQLite has its locks. The page there is never used. */
  private static final long LOCKS = 0x40000000L;

  static PageFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    ByteBuffer size = ByteBuffer.allocate(2);
    channel.read(size, PAGE_SIZE);
    int noted = size.getShort(0) & 0xffff;
    return new PageFile(channel, noted == 1 ? 65_536 : noted);
  }

  /** How many pages there are; the first is number 1. */
  int pages() throws IOException {
    return (int) (channel.size() / pageSize);
  }

  /** Room for a page. */
  ByteBuffer room() {
    return ByteBuffer.allocate(pageSize);
  }

  /** Reads a page; answers whether it is whole. */
  boolean read(int page, ByteBuffer into) throws IOException {
    into.clear();
    long at = (page - 1L) * pageSize;
    if (at == LOCKS / pageSize * pageSize) {
      return false;
    }
    while (into.hasRemaining()) {
      if (channel.read(into, at + into.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Writes zeros over a part of a page. */
  void overwrite(int page, UnusedSpace space) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(space.to() - space.from());
    long at = (page - 1L) * pageSize + space.from();
    while (zeros.hasRemaining()) {
      channel.write(zeros, at + zeros.position());
    }
  }

  /** Returns when all that was overwritten is so on the disk. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
