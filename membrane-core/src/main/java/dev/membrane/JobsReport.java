package dev.membrane;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the background has to do and did.
 *
 * @param queues what waits, by the names of the queues
 * @param runs the last run of each job, and of each stage of the consolidation, of this process; by
 *     name
 */
public record JobsReport(List<Queue> queues, List<Run> runs) {

  /** Copies the lists. */
  public JobsReport {
    queues = List.copyOf(queues);
    runs = List.copyOf(runs);
  }

  /**
   * What waits in a queue.
   *
   * @param name the queue's name
   * @param length how many items wait, due or not; at least 1
   * @param oldestDue when the first of them is or was due
   * @param failures how often they were tried in vain, all together
   * @param retried how many of them were tried in vain
   * @param setAside whether it holds what was given up, and is not tried again
   */
  public record Queue(
      String name, long length, Instant oldestDue, long failures, long retried, boolean setAside) {}

  /**
   * The last run of a job or stage.
   *
   * @param name its name
   * @param endedAt when it ended
   * @param took how long it took
   * @param result {@code ok}, {@code conflict}, {@code unavailable} or {@code error}
   */
  public record Run(String name, Instant endedAt, Duration took, String result) {}
}
