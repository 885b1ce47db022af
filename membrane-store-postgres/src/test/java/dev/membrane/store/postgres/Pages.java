package dev.membrane.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a table or an index, read without the server that has written it. */
final class Pages {

  private static final int SIZE = 8_192;
  private static final int HEADER = 24;
  private static final int LOWER = 12;
  private static final int UPPER = 14;

  private Pages() {}

  /** All that the file holds. */
  static String all(Path file) {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  /**
   * What the rows or entries in the file hold. Between the list of their places, at the beginning
   * of a page, and the last of them, at its end, is space for others.
   */
  static String used(Path file) {
    byte[] bytes = bytes(file);
    StringBuilder used = new StringBuilder();
    for (int page = 0; page + SIZE <= bytes.length; page += SIZE) {
      ByteBuffer header =
          ByteBuffer.wrap(bytes, page, HEADER).slice().order(ByteOrder.LITTLE_ENDIAN);
      int upper = Short.toUnsignedInt(header.getShort(UPPER));
      if (header.getShort(LOWER) != 0) {
        used.append(new String(bytes, page + upper, SIZE - upper, StandardCharsets.UTF_8));
      }
    }
    return used.toString();
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
