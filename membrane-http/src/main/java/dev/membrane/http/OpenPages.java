package dev.membrane.http;

import dev.membrane.server.HttpAnswer;
import dev.membrane.server.HttpFile;
import dev.membrane.server.monitoring.MetricsPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The pages that everybody may read without a key. Thread-safe. */
final class OpenPages implements AutoCloseable {

  /** The methods with which all of it is asked. */
  static final Set<String> METHODS = Set.of("GET", "HEAD");

  /** The header that changes with the content. */
  private static final String TAG = "ETag";

  private static final String ANY_TAG = "*";

  private static final HttpFile DESCRIPTION =
      new HttpFile("/openapi.json", "application/json", Map.of(), OpenPages::description);

  private final Optional<MetricsPages> metrics;
  private final Map<String, HttpFile> files = new HashMap<>();
  private final Map<String, HttpAnswer> read = new ConcurrentHashMap<>();

  /**
   * All pages.
   *
   * @param metrics for a monitoring; closed with these pages
   */
  OpenPages(Optional<MetricsPages> metrics, List<HttpFile> files) {
    this.metrics = metrics;
    this.files.put(DESCRIPTION.path(), DESCRIPTION);
    files.forEach(file -> this.files.put(file.path(), file));
  }

  private static byte[] description() {
    try {
      return OpenApi.write();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Whether a monitoring may ask here. */
  boolean hasMetrics() {
    return metrics.isPresent();
  }

  /** Whether there is a page at a path. */
  boolean has(String path) {
    return isMetrics(path) || files.containsKey(path);
  }

  private boolean isMetrics(String path) {
    return metrics.isPresent() && MetricsPages.has(path);
  }

  /**
   * The page at a path that has one. May wait for the store a while.
   *
   * @param known the tags of what the caller has; null: none
   */
  HttpAnswer answer(String path, @Nullable String known) {
    if (isMetrics(path)) {
      MetricsPages.MetricsPage page = metrics.orElseThrow().at(path);
      byte[] text = page.text().getBytes(StandardCharsets.UTF_8);
      return new HttpAnswer(page.status(), MetricsPages.MEDIA_TYPE, text);
    }
    HttpFile file = Objects.requireNonNull(files.get(path), path);
    HttpAnswer whole = read.computeIfAbsent(path, unread -> answer(file));
    return known != null && isKnown(known, String.valueOf(whole.headers().get(TAG)))
        ? new HttpAnswer(Statuses.NOT_MODIFIED, "", new byte[0], whole.headers())
        : whole;
  }

  private static boolean isKnown(String known, String tag) {
    return known.contains(tag) || known.strip().equals(ANY_TAG);
  }

  private static HttpAnswer answer(HttpFile file) {
    byte[] bytes = file.content().get();
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    Map<String, String> headers = new HashMap<>(file.headers());
    headers.put(TAG, "\"%x-%x\"".formatted(bytes.length, sum.getValue()));
    headers.put("Cache-Control", "no-cache");
    headers.put("X-Content-Type-Options", "nosniff");
    return new HttpAnswer(Statuses.OK, file.mediaType(), bytes, headers);
  }

  @Override
  public void close() {
    metrics.ifPresent(MetricsPages::close);
  }
}
