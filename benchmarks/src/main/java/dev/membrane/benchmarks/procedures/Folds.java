package dev.membrane.benchmarks.procedures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Runs in parts, so that no task is both learned from and asked about. */
final class Folds {

  private static final int PARTS = 5;

  private Folds() {}

  /** Runs to learn from, and successful ones to ask about. */
  record Fold(List<RecordedRun> learned, List<RecordedRun> asked) {}

  /** All parts, each asked about once. */
  static List<Fold> of(List<RecordedRun> runs, long seed) {
    Set<String> tasks = new TreeSet<>();
    runs.forEach(run -> tasks.add(run.task()));
    List<String> shuffled = new ArrayList<>(tasks);
    Collections.shuffle(shuffled, new Random(seed));
    List<Fold> folds = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      Set<String> kept = new TreeSet<>();
      for (int i = part; i < shuffled.size(); i += PARTS) {
        kept.add(shuffled.get(i));
      }
      folds.add(
          new Fold(
              runs.stream().filter(run -> !kept.contains(run.task())).toList(),
              runs.stream().filter(run -> kept.contains(run.task()) && run.isSuccess()).toList()));
    }
    return folds;
  }
}
