package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The stages that failed in the last consolidation. */
final class FailedStages {

  private static final String CONSOLIDATION = "consolidation";
  private static final double NANOS = 1e9;

  private FailedStages() {}

  /**
   * A line for each; none if the consolidation went well.
   *
   * @param runs the last runs of jobs and stages, as ListJobs has them
   */
  static List<String> in(JsonNode runs) {
    for (JsonNode run : runs) {
      if (run.path("name").asText().equals(CONSOLIDATION) && hasFailed(run)) {
        return within(run, runs);
      }
    }
    return List.of();
  }

  /** A stage ends while the consolidation is under way. */
  private static List<String> within(JsonNode consolidation, JsonNode runs) {
    Instant end = endOf(consolidation);
    Instant begin =
        end.minus(Duration.ofNanos((long) (consolidation.path("seconds").asDouble() * NANOS)));
    List<String> failed = new ArrayList<>();
    for (JsonNode run : runs) {
      boolean isWithin = !endOf(run).isBefore(begin) && !endOf(run).isAfter(end);
      if (!run.equals(consolidation) && hasFailed(run) && isWithin) {
        failed.add("stage " + line(run));
      }
    }
    return failed.isEmpty() ? List.of(line(consolidation)) : failed;
  }

  private static boolean hasFailed(JsonNode run) {
    return !run.path("result").asText().equals("ok");
  }

  private static Instant endOf(JsonNode run) {
    return Instant.parse(run.path("ended_at").asText());
  }

  private static String line(JsonNode run) {
    return run.path("name").asText() + ": " + run.path("result").asText();
  }
}
