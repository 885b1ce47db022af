package dev.membrane.internal.view;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a {@link RecordStatement}.
 *
 * @param lead what stands before the phrases
 * @param between what stands between two of them
 */
record Clause(String lead, String between, List<Phrase> phrases) {

  /**
   * The clause with only the first of what others told. A phrase of which something is left has its
   * limits; nothing is left of what is told after it. What Membrane says is there in any case.
   *
   * @param most how many characters are left of what others told
   * @param isBrief whether limits are cut
   */
  String text(int most, boolean isBrief) {
    List<String> texts = new ArrayList<>();
    int left = most;
    for (Phrase phrase : phrases) {
      if (phrase.isLimit() || phrase.told().length() <= left) {
        texts.add(phrase.text(Math.max(0, left), isBrief));
        left -= phrase.told().length();
      } else if (left >= 0) {
        texts.add(left == 0 ? Phrase.MISSING : phrase.text(left, isBrief));
        left = -1; // What follows is left out, even if it has no words of others.
      }
    }
    return lead + String.join(between, texts);
  }

  String text() {
    return text(Integer.MAX_VALUE, false);
  }
}
