package dev.membrane.testing;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ids that depend on the trial and the step alone, and while something is learned on the episode
 * and the stage besides, so that both worlds draw the same ones whatever else happens in them. Not
 * thread-safe.
 */
final class StepIds {

  private static final HexFormat HEX = HexFormat.of();
  private static final int BITS_PER_STEP = 12;
  private static final int BITS_PER_TRIAL = 26;
  private static final int LAST_GROUP = 24;

  private final Map<String, Integer> drawn = new HashMap<>();
  private long seed;
  private int step;
  private @Nullable String learning;

  /** The {@code n}th id that a step draws, counted from 0. */
  static String id(long seed, int step, int n) {
    return id(seed, 0, ((long) step << BITS_PER_STEP) + n);
  }

  /** The first id that is drawn in a step while a stage learns from an episode. */
  static String learnedId(long seed, int step, LearningStage stage, String episode) {
    long made = Long.parseLong(episode, LAST_GROUP, episode.length(), 16);
    int n = (int) made & ((1 << BITS_PER_STEP) - 1);
    long last = (made >> BITS_PER_STEP << BITS_PER_TRIAL) + ((long) step << BITS_PER_STEP);
    return id(seed, (stage.number() << BITS_PER_STEP) + n, last);
  }

  private static String id(long seed, int second, long last) {
    return HEX.toHexDigits((int) seed)
        + "-"
        + HEX.toHexDigits(second, 4)
        + "-7000-8000-"
        + HEX.toHexDigits(last, 12);
  }

  void enter(long trial, int number) {
    seed = trial;
    step = number;
    drawn.clear();
  }

  /** The next ids are of what a stage learns from an episode. */
  void learn(LearningStage stage, String episode) {
    learning = learnedId(seed, step, stage, episode);
  }

  /** The next ids are of nothing that is learned. */
  void learnNoMore() {
    learning = null;
  }

  String nextId() {
    String first = learning == null ? id(seed, step, 0) : learning;
    int n = drawn.merge(first, 1, Integer::sum) - 1;
    long last = Long.parseLong(first, LAST_GROUP, first.length(), 16) + n;
    return first.substring(0, LAST_GROUP) + HEX.toHexDigits(last, 12);
  }

  /** The same for all that a step does: a sweep does more where more is hidden. */
  String nonce() {
    return "nonce " + step;
  }
}
