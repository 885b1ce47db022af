package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * How much SQLite has written to its write-ahead log, also before the log began anew. To be told to
 * look after each commit. The index of the log says how many pages it has.
 */
final class LogLength {

  private static final int PAGE_SIZE = 14;
  private static final int PAGES = 16;
  private static final int BYTES_OF_HEADER = 24;

  private final Path index;
  private long before;
  private long pages;
  private long bytes;

  LogLength(Path file) {
    index = file.resolveSibling(file.getFileName() + "-shm");
  }

  void look() {
    ByteBuffer header = header();
    long now = header.getInt(PAGES);
    before += now < pages ? pages : 0;
    pages = now;
    bytes = (before + pages) * (header.getShort(PAGE_SIZE) + BYTES_OF_HEADER);
  }

  long bytes() {
    return bytes;
  }

  private ByteBuffer header() {
    try (RandomAccessFile file = new RandomAccessFile(index.toFile(), "r")) {
      byte[] header = new byte[PAGES + Integer.BYTES];
      file.readFully(header);
      return ByteBuffer.wrap(header).order(ByteOrder.nativeOrder());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
