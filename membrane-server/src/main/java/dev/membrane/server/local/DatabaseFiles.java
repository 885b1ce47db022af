package dev.membrane.server.local;

import dev.membrane.server.StartException;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The files next to a database with which processes find its server. They are the same under
 * whatever path the database is named. Only their owner may read them, where the file system knows
 * owners.
 *
 * @param database without links
 */
public record DatabaseFiles(Path database) {

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  /** Those of a configuration; empty if its store is no file. */
  public static Optional<DatabaseFiles> of(Config config) {
    return LocalMemory.databaseFile(config)
        .map(file -> new DatabaseFiles(withoutLinks(file.toAbsolutePath().normalize())));
  }

  /** What cannot be followed stays as it is: the store tells what is wrong with it. */
  private static Path withoutLinks(Path path) {
    Path folder = path.getParent();
    Path name = path.getFileName();
    try {
      if (Files.exists(path)) {
        return path.toRealPath();
      }
      return folder == null || name == null ? path : folder.toRealPath().resolve(name);
    } catch (IOException unreadable) {
      return path;
    }
  }

  /** Says where the server is. */
  public Path server() {
    return beside("-server");
  }

  /** Holds the key of a server that has no other. */
  public Path key() {
    return beside("-key");
  }

  /** Is locked by whoever starts a server. */
  public Path starting() {
    return beside("-starting");
  }

  /** What a server says that was started in the background. */
  public Path log() {
    return beside("-server.log");
  }

  private Path beside(String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  /** Why no server of the database can be found or started. */
  public StartException unusable(IOException failure) {
    Path folder = database.getParent();
    String what =
        failure instanceof NoSuchFileException
            ? "the folder " + folder + " does not exist"
            : failure instanceof AccessDeniedException
                ? "the files next to " + database + " cannot be read and written"
                : "the files next to " + database + " cannot be used: " + failure.getMessage();
    return new StartException(what + "; --db names another database", failure);
  }

  /** With which a file is made for its owner alone. */
  public static FileAttribute<?>[] forOwner() {
    boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
        : new FileAttribute<?>[0];
  }
}
