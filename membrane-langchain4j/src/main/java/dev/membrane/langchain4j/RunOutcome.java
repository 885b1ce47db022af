package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.OutcomeStatus;
import java.util.List;

/**
 * How a run of an agent ended.
 *
 * @param status whether it reached its goal
 * @param usedRecordIds records that it used; a success makes them stronger, a failure weaker
 */
public record RunOutcome(OutcomeStatus status, List<String> usedRecordIds) {

  /** Copies the list. */
  public RunOutcome {
    requireNonNull(status, "status");
    usedRecordIds = List.copyOf(usedRecordIds);
  }

  /** An outcome to which no record has contributed. */
  public static RunOutcome of(OutcomeStatus status) {
    return new RunOutcome(status, List.of());
  }
}
