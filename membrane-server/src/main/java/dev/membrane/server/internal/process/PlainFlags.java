package dev.membrane.server.internal.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the simple command lines with which most starts are made: flags that have a value, each
 * given once. Everything else, mistakes included, is left to the full parser of the command line.
 */
final class PlainFlags {

  private static final Pattern FLAG = Pattern.compile("--?(config|db|postgres-dsn|addr)(?:=(.+))?");

  private PlainFlags() {}

  /** The values by flag; empty if there is anything else. */
  static Optional<Map<String, String>> read(String... args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < args.length; i++) {
      Matcher flag = FLAG.matcher(args[i]);
      if (!flag.matches()) {
        return Optional.empty();
      }
      String value = flag.group(2) == null && i + 1 < args.length ? args[++i] : flag.group(2);
      if (!isPlain(value) || values.put(flag.group(1), value) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  /** Quotes, files of arguments and what may be another flag have rules of their own. */
  private static boolean isPlain(@Nullable String value) {
    return value != null && !value.isBlank() && "-@\"'".indexOf(value.charAt(0)) < 0;
  }
}
