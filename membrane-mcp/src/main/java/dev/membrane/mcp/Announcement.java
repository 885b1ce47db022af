package dev.membrane.mcp;

import dev.membrane.protocol.DaemonThreads;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the file next to a database in place that says where this server is. Hosts could start no
 * other server, since this one has the database open, and would not find this one. Thread-safe.
 */
final class Announcement implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Announcement.class);
  private static final long SECONDS_BETWEEN_CHECKS = 5;

  private final ServerFile own;
  private final Path file;
  private final ScheduledExecutorService checks =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("mcp-server-file"));

  /** Logged once: a disk may be full for hours, and has room again. */
  private boolean isFailing;

  private Announcement(ServerFile own, Path file) {
    this.own = own;
    this.file = file;
  }

  /**
   * Writes the file, and looks after it from then on.
   *
   * @throws IOException if it cannot be written
   */
  static Announcement of(ServerFile own, DatabaseFiles beside) throws IOException {
    own.write(beside.server());
    Announcement announcement = new Announcement(own, beside.server());
    var unused =
        announcement.checks.scheduleWithFixedDelay(
            announcement::check, SECONDS_BETWEEN_CHECKS, SECONDS_BETWEEN_CHECKS, TimeUnit.SECONDS);
    return announcement;
  }

  /** Writes the file again, unless it is as it was, or of another server that lives. */
  synchronized void check() {
    if (checks.isShutdown()) {
      return;
    }
    try {
      Optional<ServerFile> found = ServerFile.read(file);
      if (found.filter(it -> it.equals(own) || it.process() != own.process()).isEmpty()) {
        own.write(file);
        LOG.warn("{} was missing or damaged; it is written again", file);
      }
      isFailing = false;
    } catch (IOException failed) {
      if (!isFailing) {
        LOG.warn("commands do not find this server: {}: {}", file, failed.getMessage());
      }
      isFailing = true;
    }
  }

  /** Removes the file. */
  @Override
  public synchronized void close() {
    checks.shutdown();
    try {
      own.remove(file);
    } catch (IOException failed) {
      LOG.warn("{} was not removed: {}", file, failed.getMessage());
    }
  }
}
