package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.spi.store.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes in raw experience: candidate, classifier, policy, record, one commit. A call stores all of
 * what it is about or, if it throws, nothing.
 *
 * <p>Answers and exceptions are those of {@link dev.membrane.Ingestion}. Safe for use by many
 * threads.
 */
public final class IngestionService {

  private final IngestCommits commits;
  private final BatchCommits batches;

  /**
   * A service over a store.
   *
   * @param records makes the steps of every changeset
   * @param defaults what records get unless the request asks for something else
   * @param clock the time, cut to microseconds
   * @param ids gives a new UUID version 7 each time; safe for use by many threads
   */
  public IngestionService(
      MemoryStore store,
      RecordChanges records,
      PolicyDefaults defaults,
      InstantSource clock,
      Supplier<String> ids) {
    CommitPrecedence precedence = new CommitPrecedence();
    Function<MemoryStore, IngestCommits> over =
        read ->
            new IngestCommits(
                read, clock, new IngestPlanner(read, records, defaults, ids), precedence);
    this.commits = over.apply(store);
    this.batches = new BatchCommits(store, over, precedence);
  }

  /** Takes in a request of any kind. */
  public IngestAnswer ingest(IngestRequest request, Caller caller) {
    return commits.run(request, caller);
  }

  /**
   * Takes in several requests, each as if the ones before it had been made by themselves.
   *
   * @param isAllOrNothing whether one faulty item refuses all of them
   * @param check throws for an item that is to be refused; is given each item, perhaps repeatedly
   */
  public List<IngestItemAnswer> ingest(
      List<IngestRequest> items,
      boolean isAllOrNothing,
      Caller caller,
      Consumer<IngestRequest> check) {
    return batches.run(items, isAllOrNothing, caller, check);
  }
}
