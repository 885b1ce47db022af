package dev.membrane.internal.skill;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The words that several texts begin with, and those that they end with. */
final class CommonWords {

  private static final String GAP = "…";
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern LETTER = Pattern.compile("\\p{L}");

  /** How many words a full name has at most, such as those of Maria van der Berg. */
  private static final int MAX_NAME = 5;

  private static final Pattern BEFORE = Pattern.compile("^\\S*[^\\s\\p{L}\\p{M}'’-]");
  private static final Pattern AFTER = Pattern.compile("[^\\s\\p{L}\\p{M}'’-]\\S*$");

  private static final PersonalWords PERSONAL = new PersonalWords(new VaryingValues(Map.of()));

  private CommonWords() {}

  /**
   * These words with a mark where others stand, also where a word looks like those of a single case
   * only; empty if no word is left.
   */
  static String of(List<String> texts) {
    List<List<String>> all = texts.stream().map(CommonWords::words).toList();
    List<String> one = all.get(0);
    int least = all.stream().mapToInt(List::size).min().orElse(0);
    int most = all.stream().mapToInt(List::size).max().orElse(0);
    int first = 0;
    while (first < least && isCommon(all, first, true)) {
      first++;
    }
    int last = 0;
    while (first + last < least && isCommon(all, last, false)) {
      last++;
    }
    List<String> common = new ArrayList<>(shown(one.subList(0, first)));
    if (first + last < most) {
      common.add(GAP);
    }
    common.addAll(shown(one.subList(one.size() - last, one.size())));
    return common.stream().anyMatch(word -> LETTER.matcher(word).find()) ? joined(common) : "";
  }

  private static List<String> words(String text) {
    return List.of(BLANKS.split(PersonalData.maskedIn(text).strip()));
  }

  private static boolean isCommon(List<List<String>> all, int place, boolean isFromStart) {
    return all.stream().map(words -> at(words, place, isFromStart)).distinct().count() == 1;
  }

  private static String at(List<String> words, int place, boolean isFromStart) {
    return words.get(isFromStart ? place : words.size() - 1 - place);
  }

  private static List<String> shown(List<String> words) {
    BitSet names = names(words);
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      shown.add(names.get(i) || isOfOneCase(words.get(i)) ? GAP : words.get(i));
    }
    return shown;
  }

  /** Which words are parts of full names. */
  private static BitSet names(List<String> words) {
    BitSet names = new BitSet();
    for (int from = 0; from < words.size(); from++) {
      int most = Math.min(words.size(), from + MAX_NAME);
      for (int to = from + 2; to <= most; to++) {
        if (Masks.isFullName(bare(String.join(" ", words.subList(from, to))))) {
          names.set(from, to);
        }
      }
    }
    return names;
  }

  /** Without what stands before the first name and after the last, as in {@code to="Zoe Li":}. */
  private static String bare(String name) {
    return AFTER.matcher(BEFORE.matcher(name).replaceFirst("")).replaceFirst("");
  }

  private static boolean isOfOneCase(String word) {
    return Masks.isOfOneCase(word) || !PERSONAL.failure(word).equals(word);
  }

  private static String joined(List<String> words) {
    StringBuilder joined = new StringBuilder();
    String before = "";
    for (String word : words) {
      if (!word.equals(GAP) || !before.equals(GAP)) {
        joined.append(joined.isEmpty() ? "" : " ").append(word);
      }
      before = word;
    }
    return joined.toString();
  }
}
