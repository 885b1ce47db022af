package dev.membrane.llm;

/** Takes the beginning of a text, and no half of a character. */
final class Cut {

  private Cut() {}

  static String to(int most, String text) {
    if (text.length() <= most) {
      return text;
    }
    boolean isInside =
        most > 0 && Character.isSurrogatePair(text.charAt(most - 1), text.charAt(most));
    return text.substring(0, isInside ? most - 1 : most);
  }
}
