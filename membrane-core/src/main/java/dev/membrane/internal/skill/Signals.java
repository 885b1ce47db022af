package dev.membrane.internal.skill;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Orders signals so that those that describe a task come first, and not those like a thank-you. */
final class Signals {

  private static final Pattern WORD = Pattern.compile("\\p{L}{3,}+");

  private Signals() {}

  /**
   * Those that share most words with the names of tools come first; otherwise they stay in order.
   */
  static List<String> ordered(List<String> signals, Collection<String> tools) {
    Set<String> known = tools.stream().flatMap(Signals::words).collect(Collectors.toSet());
    return signals.stream().sorted(Comparator.comparingLong(one -> -shared(one, known))).toList();
  }

  private static long shared(String signal, Set<String> known) {
    return words(signal).filter(known::contains).distinct().count();
  }

  private static Stream<String> words(String text) {
    return WORD.matcher(text.toLowerCase(Locale.ROOT)).results().map(MatchResult::group);
  }
}
