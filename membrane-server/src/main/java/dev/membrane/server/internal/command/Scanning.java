package dev.membrane.server.internal.command;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.scan.WordScan.FoundWord;
import dev.membrane.server.StartException;
import dev.membrane.server.command.FileFault;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for words that must not be in any byte of a store, or of other files. What cannot be read
 * is named, and keeps nothing else from being looked at.
 */
final class Scanning {

  /** Of {@code scan-for}, where a word was found. */
  static final int FOUND = 3;

  /** Where none was found, and something cannot be read. */
  static final int UNREAD = 1;

  /** What moves from a log to its database meanwhile, as between these two names, is seen. */
  private static final Comparator<Path> LOG_FIRST = Comparator.reverseOrder();

  private final PrintWriter out;
  private final PrintWriter err;
  private final Set<Path> seen = new HashSet<>();
  private long hits;
  private int places;
  private int unread;

  /**
   * A scan.
   *
   * @param out where the findings go
   * @param err where it goes what cannot be read
   */
  Scanning(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Answers with the exit code.
   *
   * @param words a file with one word or phrase on each line
   * @param stored the bytes of the store; empty: it keeps none that can be looked at
   * @param paths further files and folders
   * @throws StartException with one line if there are no words, or the store cannot be reached
   */
  int run(Path words, Optional<StoredBytes> stored, List<Path> paths) {
    WordScan scan;
    try {
      scan = new WordScan(wordsIn(words));
      if (stored.isPresent()) {
        stored.get().tell(looking(scan, words));
      } else {
        unread++;
        err.println("cannot look into the store: it does not show its bytes");
      }
    } catch (IOException failure) {
      throw new StartException("cannot read " + failure.getMessage(), failure);
    } catch (StoreUnavailableException lost) {
      throw new StartException(String.valueOf(lost.getMessage()), lost);
    }
    paths.forEach(path -> files(path).forEach(file -> look(scan, file)));
    tellAll();
    return hits > 0 ? FOUND : unread > 0 ? UNREAD : 0;
  }

  private StoredBytes.ByteListener looking(WordScan scan, Path words) {
    return new StoredBytes.ByteListener() {
      @Override
      public void kept(String place, InputStream bytes) {
        try {
          Path path = Path.of(place);
          boolean isFile = Files.exists(path);
          // The list itself has all of them.
          if (!isFile || !Files.isSameFile(path, words)) {
            look(scan, place, bytes);
          }
          if (isFile) {
            seen.add(path.toRealPath());
          }
        } catch (IOException failure) {
          isUnread(place, failure);
        }
      }

      @Override
      public void unopened(String place, IOException failure) {
        isUnread(place, failure);
      }
    };
  }

  /** A file that the store told of, or that several paths lead to, is looked at once. */
  private void look(WordScan scan, Path file) {
    try (InputStream bytes = Files.newInputStream(file)) {
      if (seen.add(file.toRealPath())) {
        look(scan, file.toString(), bytes);
      }
    } catch (IOException failure) {
      isUnread(file.toString(), failure);
    }
  }

  private void look(WordScan scan, String place, InputStream bytes) {
    List<FoundWord> found = new ArrayList<>();
    try {
      scan.look(place, bytes, found);
    } catch (IOException failure) {
      isUnread(place, failure);
    }
    tell(found);
  }

  /** A file, or all files of a folder and the folders in it. */
  private List<Path> files(Path path) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Files.isRegularFile(file)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              isUnread(file.toString(), failure);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException failure) {
      isUnread(path.toString(), failure);
    }
    files.sort(LOG_FIRST);
    return files;
  }

  private void isUnread(String place, IOException failure) {
    unread++;
    err.println("cannot read " + place + ": " + FileFault.reason(failure));
  }

  private void tellAll() {
    if (hits > 0) {
      out.println("found: " + hits + " in " + places + " places");
    } else {
      out.println(unread == 0 ? "found: nothing" : "found: nothing in what can be read");
    }
  }

  private static List<String> wordsIn(Path file) {
    List<String> words;
    try {
      words =
          Files.readAllLines(file).stream().map(String::strip).filter(it -> !it.isEmpty()).toList();
    } catch (IOException failure) {
      throw FileFault.unread(file, failure);
    }
    if (words.isEmpty()) {
      throw new StartException(file + ": has no words");
    }
    return words;
  }

  private void tell(List<FoundWord> found) {
    places += found.isEmpty() ? 0 : 1;
    for (FoundWord one : found) {
      hits += one.count();
      out.println(one.place() + ": " + one.word() + " at " + one.offset() + ", " + times(one));
    }
  }

  private static String times(FoundWord found) {
    return found.count() == 1 ? "once" : found.count() + " times";
  }
}
