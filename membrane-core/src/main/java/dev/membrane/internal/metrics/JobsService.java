package dev.membrane.internal.metrics;

import dev.membrane.Caller;
import dev.membrane.JobsReport;
import dev.membrane.JobsReport.Queue;
import dev.membrane.Permission;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.internal.work.JobLog;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.QueueLoad;

/**
 * Tells what waits to be done in the background and how the last runs ended. Safe for use by many
 * threads.
 */
public final class JobsService {

  private final MemoryStore store;
  private final JobLog runs;

  /** A service over a store. */
  public JobsService(MemoryStore store, JobLog runs) {
    this.store = store;
    this.runs = runs;
  }

  /**
   * What waits now, over all scopes.
   *
   * @throws dev.membrane.AccessDeniedException without the permission to
   */
  public JobsReport report(Caller caller) {
    caller.require(Permission.ADMIN, "listing jobs");
    return new JobsReport(
        AttendedStore.of(store, caller).queues().stream().map(JobsService::queue).toList(),
        runs.all());
  }

  private static Queue queue(QueueLoad figures) {
    return new Queue(
        figures.queue(),
        figures.rows(),
        figures.earliest(),
        figures.attempts(),
        figures.tried(),
        Queues.isAside(figures.queue()));
  }
}
