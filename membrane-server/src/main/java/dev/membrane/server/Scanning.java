package dev.membrane.server;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.scan.WordScan.Found;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.StoredBytes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks for words that must not be in any byte of a store, or of other files. */
final class Scanning {

  /** Of {@code scan-for}, where a word was found. */
  static final int FOUND = 3;

  private final PrintWriter out;
  private long hits;
  private int places;

  /**
   * A scan.
   *
   * @param out where the findings go
   */
  Scanning(PrintWriter out) {
    this.out = out;
  }

  /**
   * Answers with the exit code.
   *
   * @param words a file with one word or phrase on each line
   * @param stored the bytes of the store; empty: it keeps none that can be looked at
   * @param paths further files and folders
   * @throws StartException with one line if something cannot be read
   */
  int run(Path words, Optional<StoredBytes> stored, List<Path> paths) {
    try {
      WordScan scan = new WordScan(wordsIn(words));
      if (stored.isPresent()) {
        stored
            .get()
            .tell(
                (place, bytes) -> {
                  // The list itself has all of them.
                  if (!isSame(place, words)) {
                    tell(scan.in(place, bytes));
                  }
                });
      }
      for (Path path : paths) {
        tell(scan.in(path));
      }
    } catch (IOException failure) {
      throw new StartException("cannot read " + failure.getMessage(), failure);
    } catch (StoreUnavailableException lost) {
      throw new StartException(String.valueOf(lost.getMessage()), lost);
    }
    out.println(hits == 0 ? "found: nothing" : "found: " + hits + " in " + places + " places");
    return hits == 0 ? 0 : FOUND;
  }

  private static boolean isSame(String place, Path words) throws IOException {
    Path path = Path.of(place);
    return Files.exists(path) && Files.isSameFile(path, words);
  }

  private static List<String> wordsIn(Path file) throws IOException {
    List<String> words =
        Files.readAllLines(file).stream().map(String::strip).filter(it -> !it.isEmpty()).toList();
    if (words.isEmpty()) {
      throw new StartException(file + ": has no words");
    }
    return words;
  }

  private void tell(List<Found> found) {
    places += found.isEmpty() ? 0 : 1;
    for (Found one : found) {
      hits += one.count();
      out.println(one.place() + ": " + one.word() + " at " + one.offset() + ", " + times(one));
    }
  }

  private static String times(Found found) {
    return found.count() == 1 ? "once" : found.count() + " times";
  }
}
