package dev.membrane;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The background work that waits, and the last runs.
 *
 * @param queues what waits, by the names of the queues
 * @param runs the last run of each job, and of each stage of the consolidation, of this process; by
 *     name
 */
public record JobsReport(List<Queue> queues, List<LastRun> runs) {

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
   * @param failures how many attempts failed, all items together
   * @param retried how many items have failed attempts
   * @param setAside whether it holds items that were given up and are not tried again unless {@link
   *     Maintenance#consolidateAgain} asks for it
   */
  public record Queue(
      String name, long length, Instant oldestDue, long failures, long retried, boolean setAside) {}

  /**
   * The last run of a job or stage.
   *
   * @param name its name
   * @param endedAt when it ended
   * @param took how long it took
   * @param result {@code ok}, {@code conflict}, {@code unavailable} or {@code error}; {@code error}
   *     too of a stage that failed on every episode that it tried; of the consolidation what its
   *     first stage has that is not {@code ok}
   */
  public record LastRun(String name, Instant endedAt, Duration took, String result) {}
}
