package dev.membrane.internal.episode;

import dev.membrane.schema.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Short codes for the names of tools, in which sets of tools are kept and compared. */
public final class ToolCodes {

  /** How many different tools a set has that is kept, so that what is kept stays short. */
  private static final int MAX = 64;

  private static final int BYTES = 8;
  private static final String BETWEEN = ",";

  private ToolCodes() {}

  /**
   * The codes of some tools, each once; none if there are more than {@value #MAX} different ones,
   * since a part of them would look like another set.
   */
  public static Set<String> of(Collection<String> tools) {
    Set<String> codes = tools.stream().map(ToolCodes::of).collect(Collectors.toUnmodifiableSet());
    return codes.size() > MAX ? Set.of() : codes;
  }

  private static String of(String tool) {
    byte[] hash = Sha256.digest().digest(tool.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
  }

  /** A word that {@link #parse} reads. It begins with a digit: how many they are. */
  static String text(Set<String> codes) {
    return codes.size()
        + codes.stream().sorted().map(code -> BETWEEN + code).collect(Collectors.joining());
  }

  static Set<String> parse(String text) {
    List<String> words = List.of(text.split(BETWEEN, -1));
    return new TreeSet<>(words.subList(1, words.size()));
  }
}
