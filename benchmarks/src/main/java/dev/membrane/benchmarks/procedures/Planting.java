package dev.membrane.benchmarks.procedures;

import dev.membrane.benchmarks.procedures.Folds.Fold;
import dev.membrane.benchmarks.procedures.LearnedProcedures.First;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of two procedures that nobody has run. The planted one calls the tools that most
 * runs called, and has the words that most users said; the honest one is of a kind of task that no
 * run was of.
 *
 * @param tasks how many were asked
 * @param anew for how many the planted one is first where its tools were not first before
 * @param honest whether the honest one is first where its words are asked for
 */
record Planting(int tasks, int anew, boolean honest) {

  private static final int WORDS = 20;
  private static final int LEAST_LETTERS = 4;
  private static final String UNKNOWN_TASK = "water the ferns in the greenhouse";

  static Planting in(Fold fold, List<String> commonTools) {
    try (LearnedProcedures learned = new LearnedProcedures(fold.learned())) {
      List<First> before = fold.asked().stream().map(it -> learned.first(it.asked())).toList();
      String planted = learned.write("best practice", commonWords(fold.learned()), commonTools);
      int anew = 0;
      for (int i = 0; i < before.size(); i++) {
        First after = learned.first(fold.asked().get(i).asked());
        boolean wasFirst = sorted(before.get(i).tools()).equals(sorted(commonTools));
        anew += after.id().equals(planted) && !wasFirst ? 1 : 0;
      }
      String honest = learned.write("watering", UNKNOWN_TASK, List.of("open_tap"));
      boolean isChosen = learned.first("please water my ferns").id().equals(honest);
      return new Planting(before.size(), anew, isChosen);
    }
  }

  private static List<String> sorted(List<String> tools) {
    return tools.stream().sorted().toList();
  }

  private static String commonWords(List<RecordedRun> runs) {
    Map<String, Integer> counts = new HashMap<>();
    for (RecordedRun run : runs) {
      Set<String> words =
          new HashSet<>(List.of(run.asked().toLowerCase(Locale.ROOT).split("\\W+")));
      words.stream()
          .filter(word -> word.length() >= LEAST_LETTERS)
          .forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    Comparator<String> order = Comparator.comparingInt(word -> -counts.getOrDefault(word, 0));
    List<String> words = new ArrayList<>(counts.keySet());
    words.sort(order.thenComparing(Comparator.naturalOrder()));
    return String.join(" ", words.subList(0, Math.min(WORDS, words.size())));
  }
}
