package dev.membrane.server;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A file that the HTTP server gives to everybody, without a key. Its content must not depend on
 * what is remembered.
 *
 * @param path the whole path, such as {@code /openapi.json}
 * @param mediaType of the content
 * @param headers of the answer, besides those that every answer has
 * @param content called once, by any thread, when the file is first requested
 */
public record HttpFile(
    String path, String mediaType, Map<String, String> headers, Supplier<byte[]> content) {

  /** Copies the headers. */
  public HttpFile {
    headers = Map.copyOf(headers);
  }
}
