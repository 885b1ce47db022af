package dev.membrane.internal.scan;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Looks for words in bytes: as they are written, in lower and upper case, as the index stores them,
 * as JSON escapes them, and in what was compressed with gzip or zip. Safe for use by many threads.
 */
public final class WordScan {

  private static final int CHUNK = 1 << 16;
  private static final int MAGIC = 4;

  /** What moves from a log to its database meanwhile, as between these two names, is seen. */
  private static final Comparator<Path> LOG_FIRST = Comparator.reverseOrder();

  private final List<String> words;
  private final WordAutomaton automaton;

  /** Looks for words, each at least one character. */
  public WordScan(Collection<String> words) {
    this.words = words.stream().distinct().toList();
    this.automaton = new WordAutomaton(this.words.stream().map(WordForms::of).toList());
  }

  /**
   * A word that was found.
   *
   * @param place the name of the file or table
   * @param word the word
   * @param offset of the first byte of what was found first; in the decompressed bytes if the place
   *     was compressed
   * @param count how often it was found
   */
  public record FoundWord(String place, String word, long offset, long count) {}

  /** What is found in a file, or in all files of a folder and the folders in it. */
  public List<FoundWord> in(Path path) throws IOException {
    List<FoundWord> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.filter(Files::isRegularFile).sorted(LOG_FIRST).toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          look(file.toString(), in, found);
        }
      }
    }
    return found;
  }

  /** What is found in some bytes, also if they are compressed; they are not closed. */
  public List<FoundWord> in(String place, InputStream bytes) throws IOException {
    List<FoundWord> found = new ArrayList<>();
    look(place, bytes, found);
    return found;
  }

  /**
   * Looks into some bytes, also if they are compressed; they are not closed.
   *
   * @param found gets what is found, also what is found before something cannot be read
   * @throws IOException if something cannot be read, or is damaged where it is compressed
   */
  public void look(String place, InputStream bytes, List<FoundWord> found) throws IOException {
    BufferedInputStream in = new BufferedInputStream(bytes, CHUNK);
    in.mark(MAGIC);
    byte[] magic = in.readNBytes(MAGIC);
    in.reset();
    if (magic.length == MAGIC && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
      look(place + " (gzip)", new GZIPInputStream(in), found);
    } else if (magic.length == MAGIC && magic[0] == 'P' && magic[1] == 'K' && magic[2] == 3) {
      zipped(place, new ZipInputStream(in), found);
    } else {
      plain(place, in, found);
    }
  }

  private void zipped(String place, ZipInputStream zip, List<FoundWord> found) throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      look(place + " (" + entry.getName() + ")", zip, found);
    }
  }

  private void plain(String place, InputStream in, List<FoundWord> all) throws IOException {
    Map<Integer, FoundWord> found = new TreeMap<>();
    byte[] chunk = new byte[CHUNK];
    long before = 0;
    int state = 0;
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        for (int i = 0; i < read; i++) {
          state = automaton.after(state, chunk[i]);
          Map<Integer, Integer> lengths = automaton.lengthsAt(state);
          if (!lengths.isEmpty()) {
            add(place, before + i + 1, lengths, found);
          }
        }
        before += read;
      }
    } finally {
      all.addAll(found.values());
    }
  }

  private void add(
      String place, long end, Map<Integer, Integer> lengths, Map<Integer, FoundWord> found) {
    lengths.forEach(
        (word, length) ->
            found.merge(
                word, new FoundWord(place, words.get(word), end - length, 1), WordScan::again));
  }

  private static FoundWord again(FoundWord first, FoundWord next) {
    return new FoundWord(first.place(), first.word(), first.offset(), first.count() + next.count());
  }
}
