package dev.membrane.server.internal.command;

import static java.util.Objects.requireNonNull;

import dev.membrane.server.StartException;
import dev.membrane.server.command.FileFault;
import dev.membrane.server.local.DatabaseFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that gets its final name only when it is complete and on the disk. Until then its name
 * ends with {@code .part}. Only its owner may read it, since it holds the whole memory.
 */
final class ExportFile implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ExportFile.class);

  private final Path path;
  private final Path part;
  private @Nullable FileChannel channel;
  private boolean isEnded;

  private ExportFile(Path path) {
    this.path = path;
    this.part = path.resolveSibling(path.getFileName() + ".part");
  }

  /**
   * Begins a file.
   *
   * @throws StartException if there is one of that name, or none can be made
   */
  static ExportFile create(Path given) throws IOException {
    Path path = given.toAbsolutePath().normalize();
    if (Files.exists(path)) {
      throw new StartException(given + ": is there already, and is not overwritten");
    }
    if (path.getParent() == null || !Files.isDirectory(path.getParent())) {
      throw new StartException(given + ": the folder does not exist");
    }
    ExportFile file = new ExportFile(path);
    // A signal ends the process without a close, as soon as there is something to leave.
    Runtime.getRuntime().addShutdownHook(new Thread(file::end, "export-end"));
    try {
      file.begin(given);
    } catch (AccessDeniedException denied) {
      throw FileFault.unwritten(given, denied);
    }
    return file;
  }

  private synchronized void begin(Path given) throws IOException {
    requireNotEnded();
    FileChannel opened =
        FileChannel.open(
            part,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            DatabaseFiles.forOwner());
    lock(given, opened);
    channel = opened;
    opened.truncate(0);
  }

  private void requireNotEnded() throws ClosedChannelException {
    if (isEnded) {
      throw new ClosedChannelException();
    }
  }

  private static void lock(Path given, FileChannel channel) throws IOException {
    boolean isOurs = false;
    try {
      isOurs = channel.tryLock() != null;
    } catch (OverlappingFileLockException thisProcess) {
      throw new StartException(given + ": is being written already", thisProcess);
    } finally {
      if (!isOurs) {
        channel.close();
      }
    }
    if (!isOurs) {
      throw new StartException(given + ": another process is writing it");
    }
  }

  private FileChannel channel() {
    return requireNonNull(channel, "channel");
  }

  OutputStream stream() {
    return Channels.newOutputStream(channel());
  }

  /** Makes it durable and gives it its name. */
  void done() throws IOException {
    channel().force(true);
    name();
    syncFolder();
  }

  private synchronized void name() throws IOException {
    requireNotEnded();
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    isEnded = true;
  }

  /** The new name survives a loss of power only if the folder does; not every system can do it. */
  private void syncFolder() throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel folder = FileChannel.open(path.resolveSibling("."))) {
        folder.force(true);
      }
    }
  }

  /** Leaves nothing of a file that is not done. */
  @Override
  public void close() throws IOException {
    remove();
    channel().close();
  }

  private synchronized void remove() throws IOException {
    boolean isLeft = channel != null && !isEnded;
    isEnded = true;
    // What another process writes is its own.
    if (isLeft) {
      Files.deleteIfExists(part);
    }
  }

  private void end() {
    try {
      remove();
    } catch (IOException stays) {
      LOG.warn("{} is left: {}", part, stays.getMessage());
    }
  }
}
