package dev.membrane.store.sqlite;

import static java.nio.file.attribute.PosixFilePermissions.asFileAttribute;
import static java.nio.file.attribute.PosixFilePermissions.fromString;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Databases that hold nothing, copied from one of each kind: making their tables takes ten times as
 * much of the processor and dozens of syncs, and has tests of its own.
 */
final class EmptyFiles {

  private static final String NAME = "membrane.db";

  private EmptyFiles() {}

  private static final class Plain {
    static final Map<String, byte[]> FILES =
        filesOf(folder -> SqliteStore.open(folder.resolve(NAME)));
  }

  private static final class Encrypted {
    static final Map<String, byte[]> FILES = filesOf(folder -> KeyFiles.open(folder, NAME));
  }

  private interface Opening {
    SqliteStore in(Path folder);
  }

  /** Opens a database, an empty one unless the file is there. */
  static SqliteStore open(Path file) {
    return open(new SqliteConfig(file));
  }

  /** As {@link #open(Path)}. */
  static SqliteStore open(SqliteConfig config) {
    if (!Files.exists(config.path())) {
      write(Plain.FILES, config.path());
    }
    return SqliteStore.open(config);
  }

  /** As {@link KeyFiles#open}, with the one key of all of them, which comes into the folder. */
  static SqliteStore openEncrypted(Path folder, String name) {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      write(Encrypted.FILES, file);
    }
    return KeyFiles.open(folder, name);
  }

  private static Map<String, byte[]> filesOf(Opening opening) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try {
      Path folder = Files.createTempDirectory("membrane-empty");
      opening.in(folder).close();
      try (var made = Files.newDirectoryStream(folder)) {
        for (Path file : made) {
          files.put(file.getFileName().toString(), Files.readAllBytes(file));
          Files.delete(file);
        }
      }
      Files.delete(folder);
      return files;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void write(Map<String, byte[]> files, Path database) {
    files.forEach(
        (name, bytes) -> {
          String its = name.replace(NAME, database.getFileName().toString());
          try {
            Path file = database.resolveSibling(its);
            Files.deleteIfExists(file);
            Files.createFile(file, asFileAttribute(fromString("rw-------")));
            Files.write(file, bytes);
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        });
  }
}
