package dev.membrane.retrieve;

import dev.membrane.schema.MemoryRecord;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which procedures fit a task best.
 *
 * @param selected competences and plan graphs, the best first
 * @param scores one for each of them, in [0, 1]
 * @param confidence how clearly the first stands out, in [0, 1]
 * @param needsMore whether the confidence is below the configured threshold
 */
public record Selection(
    List<MemoryRecord> selected, List<Double> scores, double confidence, boolean needsMore) {

  /** Copies the lists. */
  public Selection {
    selected = List.copyOf(selected);
    scores = List.copyOf(scores);
  }

  /** The same choice, its records shown in another way. */
  Selection map(UnaryOperator<MemoryRecord> shown) {
    return new Selection(selected.stream().map(shown).toList(), scores, confidence, needsMore);
  }
}
