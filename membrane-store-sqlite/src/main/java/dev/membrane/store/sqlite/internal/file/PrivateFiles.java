package dev.membrane.store.sqlite.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes files that only their owner may read, if the file system knows owners; otherwise the
 * permissions of the folder apply. SQLite gives what it makes next to a database the rights of the
 * database.
 */
public final class PrivateFiles {

  private PrivateFiles() {}

  /**
   * Makes an empty file that belongs to the owner of its folder, if this process may give it away:
   * a command that root runs must not keep the user of a service from their own memory. Throws what
   * {@link Files#createFile} throws.
   */
  public static void create(Path path) throws IOException {
    Files.createFile(path, attributes(path));
    give(path, path.toAbsolutePath().resolveSibling(""));
  }

  /** Gives a file the owner and the group of another file or folder, if this process may. */
  public static void give(Path path, Path like) {
    try {
      if (isPosix(path) && !ofNoLink(path).readAttributes().owner().equals(Files.getOwner(like))) {
        PosixFileAttributes wanted = Files.readAttributes(like, PosixFileAttributes.class);
        ofNoLink(path).setOwner(wanted.owner());
        ofNoLink(path).setGroup(wanted.group());
      }
    } catch (IOException mayNot) {
      // It stays with the user who made it, as only root may give files away.
    }
  }

  /** Whoever owns the folder could put a link in the place of the file. */
  private static PosixFileAttributeView ofNoLink(Path path) {
    return Files.getFileAttributeView(
        path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whose a file is, for an error about it; empty if it is this user's, or nobody can tell. */
  public static String whose(Path path) {
    try {
      String owner = Files.getOwner(path).getName();
      String user = System.getProperty("user.name");
      return owner.equals(user)
          ? ""
          : "; it belongs to " + owner + ", and this process runs as " + user;
    } catch (IOException | UnsupportedOperationException untold) {
      return "";
    }
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
