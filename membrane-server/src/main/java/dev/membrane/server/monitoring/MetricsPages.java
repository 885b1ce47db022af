package dev.membrane.server.monitoring;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The pages for monitoring. {@code /metrics} is in the text format of Prometheus. {@code /livez}
 * answers as long as the process runs. {@code /readyz} answers 503 while memory cannot serve, and
 * otherwise how many records wait to be embedded, and whether the last write was refused. They tell
 * nothing about what is remembered. Thread-safe.
 */
public final class MetricsPages implements AutoCloseable {

  /** The media type of every page. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final Supplier<String> metrics;
  private final ReadyCheck ready;
  private final BooleanSupplier isWriteRefused;
  private volatile long waiting;

  /**
   * A page.
   *
   * @param status of HTTP
   */
  public record MetricsPage(int status, String text) {}

  /**
   * The pages of a memory.
   *
   * @param metrics what {@code /metrics} answers
   * @param check throws if memory cannot serve
   * @param backlog counts the records that wait to be embedded
   * @param isWriteRefused whether the store could not take the last write
   */
  public MetricsPages(
      Supplier<String> metrics,
      Runnable check,
      LongSupplier backlog,
      BooleanSupplier isWriteRefused) {
    this.metrics = metrics;
    this.isWriteRefused = isWriteRefused;
    this.ready =
        new ReadyCheck(
            () -> {
              check.run();
              waiting = backlog.getAsLong();
            });
  }

  /** Whether there is a page at a path. */
  public static boolean has(String path) {
    return switch (path) {
      case "/metrics", "/livez", "/readyz" -> true;
      default -> false;
    };
  }

  /** The page at a path. May wait for the store a while. */
  public MetricsPage at(String path) {
    return switch (path) {
      case "/metrics" -> new MetricsPage(OK, metrics.get());
      case "/livez" -> new MetricsPage(OK, "alive\n");
      case "/readyz" -> readiness();
      default -> new MetricsPage(NOT_FOUND, "there is /metrics, /livez and /readyz\n");
    };
  }

  private MetricsPage readiness() {
    if (ready.obstacle().isPresent()) {
      return new MetricsPage(UNAVAILABLE, "not ready\n");
    }
    // What is remembered can still be read, so calls should come.
    String writes = isWriteRefused.getAsBoolean() ? "last_write refused\n" : "";
    return new MetricsPage(OK, "ready\nembedding_backlog " + waiting + "\n" + writes);
  }

  @Override
  public void close() {
    ready.close();
  }
}
