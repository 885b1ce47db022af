package dev.membrane.store.sqlite.internal.file;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database file while this store is the one that may write it. The lock is on a file of its
 * own, because closing any handle of the database file would release the locks that SQLite holds on
 * it; SQLite's own exclusive mode would lock out readers as well. Only their owner may read the
 * files that are made.
 */
public final class StoreFile implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

  /** How the name of the file with the data keys ends, which is next to the database. */
  public static final String KEYS = "-keys";

  private static final String IN_MEMORY = ":memory:";

  private final Path path;
  private final Path lockPath;
  private final boolean lockIsNew;
  private final FileChannel channel;
  private final HeldFiles held = new HeldFiles();
  private boolean isNew;
  private boolean hadKeys;

  private StoreFile(Path path, Path lockPath, boolean lockIsNew, FileChannel channel) {
    this.path = path;
    this.lockPath = lockPath;
    this.lockIsNew = lockIsNew;
    this.channel = channel;
  }

  /**
   * Takes the lock, and makes the file if there is none. Warns if anybody may write to the folder,
   * since they could then replace this file by another one.
   *
   * @throws StoreOpenException if the place is unusable or somebody else has the lock
   */
  public static StoreFile lock(Path given) {
    Path path = resolve(given);
    checkPlace(path);
    Path lockPath = path.resolveSibling(path.getFileName() + "-lock");
    boolean isNew = createLockFile(path, lockPath);
    StoreFile file = lock(path, lockPath, isNew);
    file.create();
    if (PrivateFiles.othersMayWrite(path.resolveSibling(""))) {
      LOG.warn("{}: every user of this machine may write to the folder of the database", path);
    }
    return file;
  }

  /** SQLite itself would let everybody read it whom the umask lets. */
  private void create() {
    if (Files.notExists(path)) {
      hadKeys = Files.exists(path.resolveSibling(path.getFileName() + KEYS));
      try {
        PrivateFiles.create(path);
        isNew = true;
      } catch (FileAlreadyExistsException linkToNothing) {
        // SQLite makes what it leads to.
        isNew = false;
      } catch (IOException failure) {
        abandon();
        throw new StoreOpenException(path + ": cannot be created", failure);
      }
    }
  }

  public Path path() {
    return path;
  }

  /** To be called when the database is open: both files must stay what their paths name. */
  public void hold() {
    held.hold(path, lockPath);
  }

  /**
   * Does nothing while the paths name the files that are open.
   *
   * @throws StoreUnavailableException if one was removed or replaced
   */
  public void check() {
    held.check();
  }

  /**
   * Gives the lock back, and leaves the folder as it was before the opening if there was no file.
   */
  public void abandon() {
    if (isNew) {
      Stream.concat(Stream.of("", "-journal", "-wal", "-shm"), newKeys())
          .map(end -> path.resolveSibling(path.getFileName() + end))
          .forEach(StoreFile::delete);
    }
    if (lockIsNew) {
      delete(lockPath);
    }
    // The lock goes last, so that nobody locks a file that is about to vanish.
    close();
  }

  /** Keys that were there may be those of a database that is to be restored. */
  private Stream<String> newKeys() {
    return hadKeys ? Stream.of() : Stream.of(KEYS, KEYS + "-journal");
  }

  @Override
  public void close() {
    closeChannel(channel);
  }

  private static Path resolve(Path given) {
    try {
      return Files.exists(given) ? given.toRealPath() : given.toAbsolutePath().normalize();
    } catch (IOException unreadable) {
      throw new StoreOpenException(given + ": cannot be read", unreadable);
    }
  }

  private static void checkPlace(Path path) {
    Path folder = path.getParent();
    checkKind(path);
    if (folder == null || !Files.isDirectory(folder)) {
      throw new StoreOpenException(path + ": the folder does not exist");
    }
    checkName(path);
    checkLinks(path);
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new StoreOpenException(path + ": the file is read-only" + PrivateFiles.whose(path));
    }
  }

  /** Whoever opens a pipe waits for ever, and what a device holds is no database. */
  public static void checkKind(Path path) {
    if (Files.isDirectory(path)) {
      throw StoreOpenException.configuration(path + ": is a folder, not a database file");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw StoreOpenException.configuration(path + ": is a pipe or a device, not a database file");
    }
  }

  /**
   * The driver would read what follows a question mark as settings of the connection, and whoever
   * knows SQLite takes one name for no file at all.
   */
  public static void checkName(Path path) {
    if (path.endsWith(IN_MEMORY)) {
      throw StoreOpenException.configuration(
          path + ": would be a file; a memory without one is another store");
    }
    if (path.toString().contains("?")) {
      throw StoreOpenException.configuration(path + ": the path must not contain a question mark");
    }
  }

  /**
   * SQLite names its log after the database file, so whoever opens the same file by another name
   * does not find the log, and writes over what others write.
   */
  public static void checkLinks(Path path) {
    try {
      if (Files.exists(path)
          && path.getFileSystem().supportedFileAttributeViews().contains("unix")
          && (Integer) Files.getAttribute(path, "unix:nlink") > 1) {
        throw new StoreOpenException(
            path + ": the file has other names (hard links); remove them, or copy the file");
      }
    } catch (IOException unreadable) {
      throw new StoreOpenException(path + ": cannot be read", unreadable);
    }
  }

  private static boolean createLockFile(Path path, Path lockPath) {
    try {
      PrivateFiles.create(lockPath);
      return true;
    } catch (FileAlreadyExistsException usual) {
      return false;
    } catch (AccessDeniedException readOnly) {
      throw new StoreOpenException(path + ": the folder is read-only", readOnly);
    } catch (IOException failure) {
      throw new StoreOpenException(path + ": the folder cannot be written", failure);
    }
  }

  private static StoreFile lock(Path path, Path lockPath, boolean isNew) {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(lockPath, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new StoreOpenException(path + ": another process has it open");
      }
      return new StoreFile(path, lockPath, isNew, channel);
    } catch (OverlappingFileLockException ours) {
      closeChannel(channel);
      throw new StoreOpenException(path + ": this process has it open already", ours);
    } catch (StoreOpenException taken) {
      closeChannel(channel);
      throw taken;
    } catch (IOException failure) {
      closeChannel(channel);
      throw new StoreOpenException(
          path
              + ": its lock file "
              + lockPath
              + " cannot be written"
              + PrivateFiles.whose(lockPath),
          failure);
    }
  }

  public static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException kept) {
      throw new StoreOpenException(path + ": cannot be deleted", kept);
    }
  }

  private static void closeChannel(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException failure) {
      throw new StoreOpenException("the lock file cannot be closed", failure);
    }
  }
}
