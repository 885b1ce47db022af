package dev.membrane.server;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A file that the HTTP server shows to everybody, without a key. So nothing in it depends on what
 * is remembered.
 *
 * @param path the whole path, such as {@code /openapi.json}
 * @param mediaType of the content
 * @param headers of the answer, beside those that every answer has
 * @param content is asked once, when the file is first wanted, by any thread
 */
public record HttpFile(
    String path, String mediaType, Map<String, String> headers, Supplier<byte[]> content) {

  /** Copies the headers. */
  public HttpFile {
    headers = Map.copyOf(headers);
  }
}
