package dev.membrane.internal.transfer;

import dev.membrane.schema.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Writes lines, each with its checksum; the last one also has the checksum of the whole. Not
 * thread-safe.
 */
final class LineWriter {

  private final OutputStream out;
  private final MessageDigest digest = Sha256.digest();
  private long lines;

  LineWriter(OutputStream out) {
    this.out = out;
  }

  /** Writes a JSON object that has at least one member. */
  void write(String json) {
    byte[] content = json.substring(0, json.length() - 1).getBytes(StandardCharsets.UTF_8);
    byte[] end = (checksum(content, content.length) + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      out.write(content);
      out.write(end);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    digest.update(content);
    digest.update(end);
    lines++;
  }

  /** Writes the last line. */
  void end() {
    write(LineCodec.end(lines + 1, HexFormat.of().formatHex(digest.digest())));
  }

  /** What follows so many bytes of a line. */
  static String checksum(byte[] content, int length) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, length);
    return ",\"crc32c\":\"" + HexFormat.of().toHexDigits(crc.getValue(), 8) + "\"}";
  }
}
