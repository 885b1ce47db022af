package dev.membrane.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes files that only their owner may read, if the file system knows owners; otherwise the
 * permissions of the folder apply. SQLite gives what it makes beside a database the rights of the
 * database.
 */
final class OwnerOnly {

  private OwnerOnly() {}

  /** Makes an empty file; throws what {@link Files#createFile} throws. */
  static void create(Path path) throws IOException {
    Files.createFile(path, attributes(path));
  }

  /** Whether anybody may put files into a folder; false where that cannot be told. */
  static boolean othersMayWrite(Path folder) {
    try {
      return isPosix(folder)
          && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException untold) {
      return false;
    }
  }

  private static FileAttribute<?>[] attributes(Path path) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
