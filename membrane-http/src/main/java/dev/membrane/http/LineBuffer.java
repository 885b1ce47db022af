package dev.membrane.http;

import dev.membrane.protocol.MembraneCalls;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Cuts what arrives into lines. Not thread-safe. */
final class LineBuffer {

  private final Queue<byte[]> lines = new ArrayDeque<>();
  private ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private int size;

  /**
   * Takes what has arrived.
   *
   * @throws HttpRefusal if a line is too long
   */
  void take(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      int length = lengthOfLine(bytes);
      boolean isWhole = length < bytes.remaining();
      if (begun.size() + length > MembraneCalls.MAX_REQUEST_BYTES) {
        throw BodyReader.tooLarge();
      }
      byte[] part = new byte[length];
      bytes.get(part);
      begun.writeBytes(part);
      if (isWhole) {
        bytes.get();
        end();
      }
    }
  }

  /** The last line needs no end. */
  void end() {
    byte[] line = begun.toByteArray();
    begun = new ByteArrayOutputStream();
    if (!new String(line, StandardCharsets.ISO_8859_1).isBlank()) {
      lines.add(line);
      size += line.length;
    }
  }

  /** The bytes of what is here. */
  int size() {
    return size + begun.size();
  }

  /** The next whole line that is not blank; null: there is none. */
  byte @Nullable [] next() {
    byte[] line = lines.poll();
    size -= line == null ? 0 : line.length;
    return line;
  }

  private static int lengthOfLine(ByteBuffer bytes) {
    int from = bytes.position();
    for (int at = from; at < bytes.limit(); at++) {
      if (bytes.get(at) == '\n') {
        return at - from;
      }
    }
    return bytes.remaining();
  }
}
