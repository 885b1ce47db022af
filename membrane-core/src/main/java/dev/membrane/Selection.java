package dev.membrane;

import dev.membrane.schema.MemoryRecord;
import java.util.List;

/**
 * Which procedures fit a task best.
 *
 * @param procedures competences and plan graphs, the best first; none that is retracted or
 *     superseded
 * @param confidence the first score, less where the nearest run covers less than .26 of the task,
 *     in [0, 1]: how much the tools of the first are expected to overlap with those that solve the
 *     task (the mean Dice coefficient), times whether it still works, and not the chance that it is
 *     the right procedure
 * @param needsMore whether the confidence is below the configured threshold, or the first has
 *     mostly failed
 * @param stoppedWorking the ids of the procedures of the answer, selected or among its results,
 *     that stopped working: of late they did at most half as well as others
 */
public record Selection(
    List<SelectedProcedure> procedures,
    double confidence,
    boolean needsMore,
    List<String> stoppedWorking) {

  /** Copies the lists. */
  public Selection {
    procedures = List.copyOf(procedures);
    stoppedWorking = List.copyOf(stoppedWorking);
  }

  /** The records of the procedures, the best first. */
  public List<MemoryRecord> selected() {
    return procedures.stream().map(SelectedProcedure::record).toList();
  }

  /**
   * A procedure that fits.
   *
   * @param score how well, in [0, 1]
   */
  public record SelectedProcedure(MemoryRecord record, double score) {}
}
