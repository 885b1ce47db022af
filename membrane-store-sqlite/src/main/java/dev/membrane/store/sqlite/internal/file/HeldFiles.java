package dev.membrane.store.sqlite.internal.file;

import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that this process has open, and whether their paths still name them. What is written to a
 * file that its path does not name any more is gone when the file is closed. Once one was missing
 * it stays so, since a file of the same number may be another one. Where the file system does not
 * number its files nothing is compared. Thread-safe.
 */
final class HeldFiles {

  private static final Logger LOG = LoggerFactory.getLogger(HeldFiles.class);

  private volatile List<HeldFile> held = List.of();
  private volatile @Nullable String lost;

  /** A path, and the number of the file that it named. */
  private record HeldFile(Path path, Object key) {}

  /** From now on these paths must name what they name now, which this process has open. */
  void hold(Path... paths) {
    List<HeldFile> found = new ArrayList<>();
    for (Path path : paths) {
      try {
        Object key = key(path);
        if (key != null) {
          found.add(new HeldFile(path, key));
        }
      } catch (IOException gone) {
        lose(path);
      }
    }
    held = List.copyOf(found);
  }

  /**
   * Does nothing while all are there.
   *
   * @throws StoreUnavailableException if one is missing or was replaced, now or before
   */
  void check() {
    if (lost == null) {
      for (HeldFile each : held) {
        if (!isThere(each)) {
          lose(each.path());
        }
      }
    }
    if (lost != null) {
      throw new StoreUnavailableException(lost);
    }
  }

  private synchronized void lose(Path path) {
    if (lost == null) {
      lost =
          path
              + ": was removed or replaced while it was open; nothing is written until the process"
              + " that has it open is started again";
      LOG.error("{}", lost);
    }
  }

  private static boolean isThere(HeldFile each) {
    try {
      return each.key().equals(key(each.path()));
    } catch (NoSuchFileException removed) {
      return false;
    } catch (IOException untold) {
      throw new StoreUnavailableException(each.path() + ": cannot be looked at", untold);
    }
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }
}
