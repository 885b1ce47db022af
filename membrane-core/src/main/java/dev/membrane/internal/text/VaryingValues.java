package dev.membrane.internal.text;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The values of an argument that differ from run to run, and so belong to a single case. They are
 * {@linkplain ValueFinder found in texts}, also where {@linkplain Masks numbers and the like} are
 * masked already, and so are the single names in them, such as the words of a full name or of an
 * address. Immutable.
 */
public final class VaryingValues {

  /** They may be a word of any language, so they are looked for in their own letter case. */
  private static final Pattern TWO_LETTERS = Pattern.compile("[\\p{L}\\p{M}]{2}");

  /** A shorter number, and an ordinary word that is not longer, is met with by chance. */
  private static final int SHORT = 3;

  /** A value with fewer words may be a name. */
  private static final int LEAST_WORDS = 4;

  /** What is not covered by a value that is most of a text: less than one part of so many. */
  private static final int PARTS = 4;

  private final Set<String> twoLetters = new HashSet<>();
  private final Map<String, String> namesByValue;
  private final ValueFinder finder;

  /** Takes values with the names of the arguments that they came from. */
  public VaryingValues(Map<String, String> namesByValue) {
    Map<String, String> folded = new TreeMap<>();
    namesByValue.forEach(
        (value, name) -> {
          if (isTelling(value)) {
            folded.putIfAbsent(ValueFinder.folded(value), name);
          }
          if (TWO_LETTERS.matcher(value).matches()) {
            twoLetters.add(value);
          }
        });
    namesByValue.forEach(
        (value, name) -> {
          if (value.length() <= InnerValues.MAX_VALUE_LENGTH) {
            String masked = Masks.named(value);
            if (!masked.equals(value) && Masks.leaveWords(masked)) {
              folded.putIfAbsent(ValueFinder.folded(masked), name);
            }
          }
        });
    namesByValue.forEach(
        (value, name) ->
            Names.telling(Names.ofValue(value))
                .forEach(word -> folded.putIfAbsent(ValueFinder.folded(word), name)));
    this.namesByValue = Map.copyOf(folded);
    this.finder = new ValueFinder(folded.keySet());
  }

  /** Whether a value is so long, or so seldom a word, that it is not met with by chance. */
  public static boolean isTelling(String value) {
    int length = value.codePointCount(0, value.length());
    boolean isLong = length >= SHORT || TWO_LETTERS.matcher(value).matches();
    return length > SHORT || (isLong && !Names.isOrdinary(value));
  }

  /** Whether a word is one of the values, or a name in one. */
  public boolean has(String word) {
    return namesByValue.containsKey(ValueFinder.folded(Names.bare(word)));
  }

  /** The text with the name of the argument in braces where one of the values stands. */
  public String maskedIn(String text) {
    return replacedIn(text, found -> true, VaryingValues::mask);
  }

  /**
   * As {@link #maskedIn}, but a sentence that is most of the text stays, as in a task that is the
   * message of its commit: without it, nothing would tell what the text is about. Other values in
   * it are masked.
   */
  public String maskedInTask(String text) {
    return replacedIn(text, isReplacedInTask(text), VaryingValues::mask);
  }

  /**
   * The text with {@linkplain Masks#named(String, Set) names and the like} masked. Where a part of
   * a value is a name but not all of it, as in {@code maria van der Berg}, the value is one.
   */
  public String namedInTask(String text, Set<String> names) {
    Masks.MaskedPlaces masked = Masks.places(text, names);
    String whole =
        replacedIn(
            text,
            isReplacedInTask(text).and(found -> isMaskedInPart(text, found, masked)),
            argument -> mask("name"));
    return Masks.named(whole, names);
  }

  private static boolean isMaskedInPart(
      String text, ValueFinder.Found found, Masks.MaskedPlaces masked) {
    return IntStream.range(found.start(), found.end()).anyMatch(masked.asNames()::get)
        && IntStream.range(found.start(), found.end())
            .anyMatch(at -> !masked.all().get(at) && Character.isLetter(text.charAt(at)));
  }

  private static Predicate<ValueFinder.Found> isReplacedInTask(String text) {
    int length = text.strip().length();
    return found ->
        PARTS * (length - (found.end() - found.start())) >= length || !isSentence(found);
  }

  private static boolean isSentence(ValueFinder.Found found) {
    List<String> words = List.of(found.value().split(" "));
    return words.size() >= LEAST_WORDS && words.stream().anyMatch(Names::isOrdinary);
  }

  /** The text with blanks where one of the values stands. */
  public String blankedIn(String text) {
    return replacedIn(text, found -> true, name -> " ");
  }

  private static String mask(String name) {
    return "{{" + name + "}}";
  }

  private String replacedIn(
      String text, Predicate<ValueFinder.Found> isReplaced, UnaryOperator<String> mask) {
    StringBuilder replaced = new StringBuilder();
    int copied = 0;
    for (ValueFinder.Found found : finder.in(text)) {
      if (found.start() >= copied
          && isMeant(text.substring(found.start(), found.end()))
          && isReplaced.test(found)) {
        String name = String.valueOf(namesByValue.get(found.value()));
        replaced.append(text, copied, found.start()).append(mask.apply(name));
        copied = found.end();
      }
    }
    return replaced.append(text, copied, text.length()).toString();
  }

  private boolean isMeant(String found) {
    return !TWO_LETTERS.matcher(found).matches() || twoLetters.contains(found);
  }
}
