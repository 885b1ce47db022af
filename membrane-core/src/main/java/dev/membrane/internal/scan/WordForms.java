package dev.membrane.internal.scan;

import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.NormalForm;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** The forms in which a word may be stored, as bytes of UTF-8. */
final class WordForms {

  /** A shorter term of the index is no sign of the word that it is a stem of. */
  private static final int LEAST_TERM = 5;

  /**
   * An index may leave out the beginning of a word that the word before it has, too. What is left
   * of words at least this long is still a sign of them.
   */
  private static final int LEAST_WITHOUT_BEGINNING = 12;

  /** What JSON escapes by a letter, and these letters. */
  private static final String NAMED = "\"\\\b\f\n\r\t";

  private static final String NAMES = "\"\\bfnrt";

  private static final TextAnalyzer ANALYZER = new TextAnalyzer();

  private WordForms() {}

  static Set<byte[]> of(String word) {
    Set<String> forms = new LinkedHashSet<>();
    forms.add(word);
    forms.add(word.toLowerCase(Locale.ROOT));
    forms.add(word.toUpperCase(Locale.ROOT));
    forms.add(NormalForm.nfc(word));
    // An index has each word of a phrase by itself, which is no sign of the phrase.
    if (word.strip().chars().noneMatch(Character::isWhitespace)) {
      ANALYZER.terms(word).stream().filter(term -> term.length() >= LEAST_TERM).forEach(forms::add);
    }
    for (String form : Set.copyOf(forms)) {
      forms.add(escaped(form, "%04x", false));
      forms.add(escaped(form, "%04x", true));
      forms.add(escaped(form, "%04X", true));
    }
    Set<byte[]> bytes = new LinkedHashSet<>();
    forms.stream()
        .map(WordForms::withoutBeginning)
        .distinct()
        .forEach(form -> bytes.add(form.getBytes(StandardCharsets.UTF_8)));
    return bytes;
  }

  private static String withoutBeginning(String form) {
    int points = form.codePointCount(0, form.length());
    return points < LEAST_WITHOUT_BEGINNING
        ? form
        : form.substring(form.offsetByCodePoints(0, points / 4));
  }

  /** As JSON writes a text, with all or only the necessary characters escaped. */
  private static String escaped(String text, String hexadecimal, boolean isAscii) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      int named = NAMED.indexOf(character);
      if (named >= 0) {
        escaped.append('\\').append(NAMES.charAt(named));
      } else if (character < ' ' || (isAscii && character > '~')) {
        escaped.append("\\u").append(hexadecimal.formatted((int) character));
      } else {
        escaped.append(character);
      }
    }
    return escaped.toString();
  }
}
