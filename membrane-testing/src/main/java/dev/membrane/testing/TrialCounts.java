package dev.membrane.testing;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what the trials did, so that none of it passes on nothing. Thread-safe. */
final class TrialCounts {

  /**
   * So many trials are usually enough for every signal and kind of call. Fewer need not have all.
   */
  static final int ENOUGH = 100;

  private final Map<String, Count> calls = new TreeMap<>();
  private final Map<String, Count> background = new TreeMap<>();
  private final Map<FiredSignal, Integer> signals = new EnumMap<>(FiredSignal.class);
  private int trials;
  private int searchingTrials;
  private int secretTrials;
  private int descriptors;
  private int secretDescriptors;

  private static final class Count {
    private int all;
    private int answered;
    private int records;
    private int redacted;

    void add(Answer answer) {
      all++;
      answered += answer.isError() ? 0 : 1;
      records += answer.records();
      redacted += answer.redacted();
    }

    @Override
    public String toString() {
      return answered + "/" + all + (records == 0 ? "" : " (" + records + "r, " + redacted + "o)");
    }
  }

  synchronized void add(Plan plan) {
    trials++;
    descriptors += plan.descriptors();
    secretDescriptors += plan.secretDescriptors();
    searchingTrials += plan.descriptors() > 0 ? 1 : 0;
    secretTrials += plan.secretDescriptors() > 0 ? 1 : 0;
  }

  synchronized void add(TrialStep step, Answer answer) {
    Map<String, Count> counts = step.isCall() ? calls : background;
    counts.computeIfAbsent(step.name(), name -> new Count()).add(answer);
    answer.signals().forEach(signal -> signals.merge(signal, 1, Integer::sum));
  }

  /** The share of searches by words that hold a word of hidden records. */
  synchronized double secretShare() {
    return descriptors == 0 ? 0 : (double) secretDescriptors / descriptors;
  }

  /** The share of trials with such a search. */
  synchronized double secretTrialShare() {
    return trials == 0 ? 0 : (double) secretTrials / trials;
  }

  /** How many calls of a kind were answered with something else than an error. */
  synchronized int answered(String call) {
    Count count = calls.get(call);
    return count == null ? 0 : count.answered;
  }

  /**
   * The signals of which no answer said that they decided about its order.
   *
   * @param embeds whether records have vectors
   * @param asked how many trials were to be made
   */
  synchronized Set<FiredSignal> silent(boolean embeds, int asked) {
    if (asked < ENOUGH) {
      return EnumSet.noneOf(FiredSignal.class);
    }
    Set<FiredSignal> silent = EnumSet.allOf(FiredSignal.class);
    silent.removeAll(signals.keySet());
    if (!embeds) {
      silent.remove(FiredSignal.VECTOR);
    }
    return silent;
  }

  /** How many records were shown to the caller. */
  synchronized int records() {
    return calls.values().stream().mapToInt(count -> count.records).sum();
  }

  /** How many of them as outlines. */
  synchronized int redacted() {
    return calls.values().stream().mapToInt(count -> count.redacted).sum();
  }

  @Override
  public synchronized String toString() {
    return """
        %s trials, %s with searches by words, %s of these for words of hidden records
        %s descriptors, %s with words of hidden records
        answered without error of all calls (records, outlines among them): %s
        answers that say that a signal decided about their order: %s
        done of all in the background: %s"""
        .formatted(
            trials,
            searchingTrials,
            secretTrials,
            descriptors,
            secretDescriptors,
            calls,
            signals,
            background);
  }
}
