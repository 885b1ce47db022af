package dev.membrane.internal.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Maps letters and digits to what they look like, after Unicode's confusables.txt. Immutable. */
final class LookalikeTable {

  private static final String FILE = "lookalikes.txt";

  private final Map<Integer, String> prototypes;

  private LookalikeTable(Map<Integer, String> prototypes) {
    this.prototypes = Map.copyOf(prototypes);
  }

  /** The table that comes with this package. */
  static LookalikeTable read() {
    try (InputStream file = LookalikeTable.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is missing");
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII));
      Map<Integer, String> prototypes = new HashMap<>();
      lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> add(line, prototypes));
      return new LookalikeTable(prototypes);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(FILE, unreadable);
    }
  }

  private static void add(String line, Map<Integer, String> prototypes) {
    int colon = line.indexOf(':');
    String prototype =
        points(line.substring(0, colon)).map(Character::toString).collect(Collectors.joining());
    points(line.substring(colon + 1)).forEach(source -> prototypes.put(source, prototype));
  }

  private static Stream<Integer> points(String hex) {
    return Stream.of(hex.strip().split(" ")).map(point -> Integer.parseInt(point, 16));
  }

  /** A text with every letter replaced by the one that it looks like. */
  String fold(String text) {
    return fold(text, 0);
  }

  /** The same, but for ASCII, which stays as it is. */
  String foldForeign(String text) {
    return fold(text, 0x80);
  }

  private String fold(String text, int from) {
    StringBuilder folded = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              String prototype = point < from ? null : prototypes.get(point);
              if (prototype == null) {
                folded.appendCodePoint(point);
              } else {
                folded.append(prototype);
              }
            });
    return folded.toString();
  }
}
