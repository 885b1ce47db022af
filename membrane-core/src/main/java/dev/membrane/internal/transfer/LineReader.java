package dev.membrane.internal.transfer;

import dev.membrane.schema.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of an export and checks by their checksums that nothing has changed. Its
 * exceptions name the line. Not thread-safe.
 */
final class LineReader {

  private static final int BUFFER = 1 << 16;
  private static final int CHECKSUM = LineWriter.checksum(new byte[0], 0).length();

  private final InputStream in;
  private final MessageDigest digest = Sha256.digest();
  private final byte[] buffer = new byte[BUFFER];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(BUFFER);
  private int at;
  private int filled;
  private long number;

  /** Reads the first line, which has to be the header. */
  LineReader(InputStream in) throws IOException {
    this.in = in;
    byte[] bytes = lineOrEnd();
    if (bytes == null) {
      throw new MoveException("is empty");
    }
    String header = new String(bytes, StandardCharsets.UTF_8);
    LineCodec.checkIsExport(header);
    checkIsSound(bytes);
    digest.update(bytes);
    LineCodec.checkFormat(content(bytes));
  }

  /** The number of the line read last, counted from 1. */
  long number() {
    return number;
  }

  /**
   * The next line without its checksum; null after the last one.
   *
   * @throws MoveException if it is damaged, or there is none although the last was not the end
   */
  @Nullable String next() throws IOException {
    byte[] bytes = nextBytes();
    return bytes == null ? null : content(bytes);
  }

  /**
   * Passes by a line; answers false after the last one.
   *
   * @throws MoveException as {@link #next}
   */
  boolean skip() throws IOException {
    return nextBytes() != null;
  }

  private byte @Nullable [] nextBytes() throws IOException {
    byte[] bytes = lineOrEnd();
    if (bytes == null) {
      throw new MoveException("is cut off after line " + number + ": the last line is missing");
    }
    checkIsSound(bytes);
    if (LineCodec.isEnd(bytes)) {
      checkEnd(content(bytes));
      return null;
    }
    digest.update(bytes);
    return bytes;
  }

  private static String content(byte[] bytes) {
    return new String(bytes, 0, bytes.length - 1 - CHECKSUM, StandardCharsets.UTF_8) + "}";
  }

  private void checkIsSound(byte[] bytes) {
    int length = bytes.length - 1 - CHECKSUM;
    if (length < 0 || !isSound(bytes, length)) {
      throw MoveException.inLine(number, "is damaged: it is not as its checksum says");
    }
  }

  private static boolean isSound(byte[] bytes, int length) {
    String found = new String(bytes, length, CHECKSUM, StandardCharsets.ISO_8859_1);
    return found.equals(LineWriter.checksum(bytes, length));
  }

  private void checkEnd(String text) throws IOException {
    LineCodec.EndLine end = LineCodec.decodeEnd(number, text);
    boolean isWhole =
        end.lines() == number && end.sha256().equals(HexFormat.of().formatHex(digest.digest()));
    if (!isWhole) {
      throw MoveException.inLine(number, "is the end of another export: lines are missing or more");
    }
    if (lineOrEnd() != null) {
      throw MoveException.inLine(number, "follows the end");
    }
  }

  /** A line with its line break; null at the end of the stream. */
  private byte @Nullable [] lineOrEnd() throws IOException {
    line.reset();
    while (at < filled || fill()) {
      int from = at;
      while (at < filled && buffer[at] != '\n') {
        at++;
      }
      boolean isDone = at < filled;
      at += isDone ? 1 : 0;
      line.write(buffer, from, at - from);
      if (isDone) {
        number++;
        return line.toByteArray();
      }
    }
    if (line.size() > 0) {
      throw new MoveException("is cut off in line " + (number + 1));
    }
    return null;
  }

  private boolean fill() throws IOException {
    at = 0;
    filled = Math.max(0, in.read(buffer));
    return filled > 0;
  }
}
