package dev.membrane.embedder.onnx;

import dev.membrane.schema.NormalForm;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into words as the model was taught to: lower case, no accents, each punctuation
 * mark and each Chinese character a word of its own.
 */
final class OnnxWords {

  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();

  private OnnxWords() {}

  static List<String> of(String text) {
    OnnxWords split = new OnnxWords();
    NormalForm.of(cleaned(text), Normalizer.Form.NFD)
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .map(Character::toLowerCase)
        .forEach(split::take);
    split.endWord();
    return split.words;
  }

  private void take(int c) {
    if (isSpace(c)) {
      endWord();
    } else if (isPunctuation(c)) {
      endWord();
      words.add(Character.toString(c));
    } else {
      word.appendCodePoint(c);
    }
  }

  private void endWord() {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /** Before accents are split off, for some Chinese characters are taken apart with them. */
  private static String cleaned(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> isSpace(c) || !isNothing(c))
        .forEach(
            c -> {
              if (isChinese(c)) {
                clean.append(' ').appendCodePoint(c).append(' ');
              } else {
                clean.appendCodePoint(c);
              }
            });
    return clean.toString();
  }

  private static boolean isSpace(int c) {
    return c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c);
  }

  /**
   * What no Java has assigned yet counts as a letter, so that the next Java sees the same words.
   */
  private static boolean isNothing(int c) {
    return c == 0xFFFD
        || switch (Character.getType(c)) {
          case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE ->
              true;
          default -> false;
        };
  }

  private static boolean isPunctuation(int c) {
    return isAsciiSymbol(c)
        || switch (Character.getType(c)) {
          case Character.CONNECTOR_PUNCTUATION,
              Character.DASH_PUNCTUATION,
              Character.START_PUNCTUATION,
              Character.END_PUNCTUATION,
              Character.INITIAL_QUOTE_PUNCTUATION,
              Character.FINAL_QUOTE_PUNCTUATION,
              Character.OTHER_PUNCTUATION ->
              true;
          default -> false;
        };
  }

  /** All that are neither letters nor digits, symbols such as {@code $} and {@code +} too. */
  private static boolean isAsciiSymbol(int c) {
    return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
  }

  /** The blocks that were known when the model was made, which are not all of today's. */
  private static boolean isChinese(int c) {
    return isWithin(c, 0x4E00, 0x9FFF)
        || isWithin(c, 0x3400, 0x4DBF)
        || isWithin(c, 0x20000, 0x2A6DF)
        || isWithin(c, 0x2A700, 0x2B81F)
        || isWithin(c, 0x2B920, 0x2CEAF)
        || isWithin(c, 0xF900, 0xFAFF)
        || isWithin(c, 0x2F800, 0x2FA1F);
  }

  private static boolean isWithin(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
