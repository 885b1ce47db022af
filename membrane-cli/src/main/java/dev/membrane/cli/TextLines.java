package dev.membrane.cli;

import dev.membrane.server.StartException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The lines of a file in UTF-8, one after the other. One that is too long or of other bytes does
 * not keep the next from being read. Not thread-safe.
 */
final class TextLines implements AutoCloseable {

  private static final String MARK = "\ufeff";

  private final InputStream in;
  private final int mostBytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int number;

  /**
   * Lines of so many bytes at most.
   *
   * @param in is closed with this
   */
  TextLines(InputStream in, int mostBytes) {
    this.in = new BufferedInputStream(in);
    this.mostBytes = mostBytes;
  }

  /** Goes to the next line, and says whether there is one. */
  boolean next() throws IOException {
    line.reset();
    int next = in.read();
    if (next < 0) {
      return false;
    }
    number++;
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (line.size() <= mostBytes) {
        line.write(next);
      }
    }
    return true;
  }

  /** Whether it has a character that no text has, as a file of another kind does. */
  boolean isBinary() {
    for (byte each : line.toByteArray()) {
      if (each >= 0 && each < ' ' && each != '\t' && each != '\r') {
        return true;
      }
    }
    return false;
  }

  /** The number of the line, the first is 1. */
  int number() {
    return number;
  }

  /**
   * The line without its end; the first without the mark that editors on Windows begin with.
   *
   * @throws StartException if it is too long, or not in UTF-8
   */
  String text() {
    if (line.size() > mostBytes) {
      throw new StartException("the line is longer than " + mostBytes + " bytes");
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString();
      return number == 1 && text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    } catch (CharacterCodingException malformed) {
      throw new StartException("the line is not in UTF-8", malformed);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
