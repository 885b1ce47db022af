package dev.membrane.internal.text;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The values of an argument that differ from run to run, and so belong to a single case. They are
 * {@linkplain ValueFinder found in texts}, and so are the single names in them, such as the words
 * of a full name or of an address. Immutable.
 */
public final class VaryingValues {

  /** A shorter value may be met with by chance; it is looked for if it is no ordinary word. */
  private static final int SURE_LENGTH = 4;

  private static final Pattern SHORT = Pattern.compile("[\\p{L}\\p{M}]{2,}");

  private final Map<String, String> namesByValue;
  private final ValueFinder finder;

  /** Of values with the names of the arguments. */
  public VaryingValues(Map<String, String> namesByValue) {
    Map<String, String> folded = new TreeMap<>();
    namesByValue.forEach(
        (value, name) -> {
          if (isTelling(value)) {
            folded.putIfAbsent(ValueFinder.folded(value), name);
          }
        });
    namesByValue.forEach(
        (value, name) ->
            Names.ofValue(value).stream()
                .filter(word -> !Names.isOrdinary(word))
                .forEach(word -> folded.putIfAbsent(ValueFinder.folded(word), name)));
    this.namesByValue = Map.copyOf(folded);
    this.finder = new ValueFinder(folded.keySet());
  }

  private static boolean isTelling(String value) {
    return value.codePointCount(0, value.length()) >= SURE_LENGTH
        || (SHORT.matcher(value).matches() && !Names.isOrdinary(value));
  }

  /** Whether a word is one of the values, or a name in one. */
  public boolean has(String word) {
    return namesByValue.containsKey(ValueFinder.folded(Names.bare(word)));
  }

  /** The text with the name of the argument in braces where one of the values stands. */
  public String maskedIn(String text) {
    StringBuilder masked = new StringBuilder();
    int copied = 0;
    for (ValueFinder.Found found : finder.in(text)) {
      if (found.start() >= copied) {
        String name = namesByValue.get(found.value());
        masked.append(text, copied, found.start()).append("{{").append(name).append("}}");
        copied = found.end();
      }
    }
    return masked.append(text, copied, text.length()).toString();
  }
}
