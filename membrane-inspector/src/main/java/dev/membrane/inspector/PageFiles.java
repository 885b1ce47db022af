package dev.membrane.inspector;

import dev.membrane.server.HttpFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The files that the page consists of, as they lie next to this class. */
final class PageFiles {

  /** A list, as what is in a jar can only be found by reading all of it. */
  static final List<String> NAMES =
      List.of(
          "index.html",
          "actions.js",
          "api.js",
          "audit.js",
          "calls.js",
          "dialog.js",
          "element.js",
          "ending.js",
          "format.js",
          "found.js",
          "gone.js",
          "graph.js",
          "icon.svg",
          "json.js",
          "knowledge.js",
          "latencies.js",
          "layers.js",
          "log.js",
          "login.js",
          "main.js",
          "outcomes.js",
          "parts.js",
          "patience.js",
          "payload.js",
          "places.js",
          "plans.js",
          "problems.js",
          "ranking.js",
          "relations.js",
          "router.js",
          "said.js",
          "salience.js",
          "steps.js",
          "style.css",
          "trust.js",
          "versions.js",
          "views/episodes.js",
          "views/health.js",
          "views/record.js",
          "views/records.js",
          "views/retrieval.js",
          "views/skills.js",
          "wilson.js");

  /**
   * The page holds a key and shows what strangers wrote. So nothing but its own files runs in it,
   * nothing is sent elsewhere, and no other page may frame it.
   */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
              + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  private PageFiles() {}

  /** A file by its name; {@code index.html} is what a browser gets that names none. */
  static HttpFile file(String name) {
    String path = name.equals("index.html") ? "/" : "/inspector/" + name;
    return new HttpFile(path, mediaType(name), HEADERS, () -> read(name));
  }

  private static String mediaType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> "text/html; charset=utf-8";
    };
  }

  private static byte[] read(String name) {
    try (InputStream file = PageFiles.class.getResourceAsStream("page/" + name)) {
      if (file == null) {
        throw new IllegalStateException("not packaged: " + name);
      }
      return file.readAllBytes();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
