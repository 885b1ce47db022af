package dev.membrane.internal.episode;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Short codes for the names of tools, in which sets of tools are kept and compared. */
public final class ToolCodes {

  /** How many of a set are kept; further ones are as if they were not in it. */
  private static final int MOST = 64;

  private static final String BETWEEN = ",";

  private ToolCodes() {}

  /** The codes of some tools, each once. */
  public static Set<String> of(Collection<String> tools) {
    return tools.stream()
        .map(tool -> Integer.toHexString(tool.hashCode()))
        .sorted()
        .distinct()
        .limit(MOST)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What {@link #parse} reads. */
  static String text(Set<String> codes) {
    return String.join(BETWEEN, new TreeSet<>(codes));
  }

  static Set<String> parse(String text) {
    return text.isEmpty() ? Set.of() : Set.copyOf(List.of(text.split(BETWEEN, -1)));
  }
}
