package dev.membrane.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Words that stand nowhere else, and a look for them in all files of a folder. A word counts as
 * there if any of some parts of it is, as an index keeps stems and leaves out how words begin.
 */
final class Markers {

  private static final Pattern PLACE = Pattern.compile("[@#]");
  private static final String LATIN = "abcdefghijklmnoprstuvwxyz";
  private static final String CYRILLIC = "бвгджзклмнпрстфхцчшщ";
  private static final int LENGTH = 24;
  private static final int LONG = 9_000;
  private static final int PART = 16;

  private final Random random;
  private final List<String> words = new ArrayList<>();

  Markers(long seed) {
    this.random = new Random(seed);
  }

  /** A text with a new word for each "#", and for each "@" now and then a very long one. */
  String fill(String template) {
    Matcher places = PLACE.matcher(template);
    return places.replaceAll(place -> next(place.group().equals("@") && words.size() % 7 == 3));
  }

  String next(boolean isLong) {
    String letters = words.size() % 2 == 0 ? LATIN : CYRILLIC;
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < (isLong ? LONG : LENGTH); i++) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    words.add(word.toString());
    return word.toString();
  }

  int size() {
    return words.size();
  }

  /** Those of which something is in one of the files. */
  List<String> in(Path folder) {
    Map<Long, String> wordsByPart = new HashMap<>();
    words.forEach(word -> partsOf(word).forEach(part -> wordsByPart.put(part, word)));
    Set<String> found = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        look(Files.readAllBytes(file), wordsByPart, found);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return List.copyOf(found);
  }

  private static void look(byte[] bytes, Map<Long, String> wordsByPart, Set<String> found) {
    long first = 0;
    long second = 0;
    for (byte next : bytes) {
      first = (first << Byte.SIZE) | (second >>> (Long.SIZE - Byte.SIZE));
      second = (second << Byte.SIZE) | (next & 0xff);
      String word = wordsByPart.get(part(first, second));
      if (word != null) {
        found.add(word);
      }
    }
  }

  /** Stands for sixteen bytes. */
  private static long part(long first, long second) {
    return first * 1_000_003 + second;
  }

  /** None from where a word begins, which an index may leave out, or ends, which a stem does. */
  private static List<Long> partsOf(String word) {
    ByteBuffer bytes = ByteBuffer.wrap(word.getBytes(StandardCharsets.UTF_8));
    int step = bytes.capacity() > 2 * LENGTH ? LONG / 5 : PART;
    List<Long> parts = new ArrayList<>();
    for (int at = PART / 4; at + PART <= bytes.capacity(); at += step) {
      parts.add(part(bytes.getLong(at), bytes.getLong(at + Long.BYTES)));
    }
    return parts;
  }
}
