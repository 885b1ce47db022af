package dev.membrane.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Values that are {@linkplain ValueFinder looked for in texts}. Immutable. */
public final class SoughtValues {

  private final Map<String, List<String>> byFolded;
  private final ValueFinder finder;

  private SoughtValues(Map<String, List<String>> byFolded) {
    this.byFolded = byFolded;
    this.finder = new ValueFinder(byFolded.keySet());
  }

  /** Looks for some values. */
  public static SoughtValues of(Collection<String> values) {
    Map<String, List<String>> byFolded = new HashMap<>();
    values.forEach(
        value ->
            byFolded
                .computeIfAbsent(ValueFinder.folded(value), it -> new ArrayList<>())
                .add(value));
    return new SoughtValues(byFolded);
  }

  /** Those that stand in a text. */
  public Set<String> in(String text) {
    return finder.in(text).stream()
        .flatMap(found -> byFolded.getOrDefault(found.value(), List.of()).stream())
        .collect(Collectors.toSet());
  }
}
