package dev.membrane.internal.embed;

import dev.membrane.Caller;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.Vectors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds the records that wait for it. The commit that writes a record also queues it for
 * embedding. Records that were written without an embedder, or embedded by another model, are
 * queued after the start. A vector and the mark that it was made are one commit. A record that is
 * too sensitive for the embedder is never given to it and has no vector. Safe for use by many
 * threads.
 */
public final class EmbeddingService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddingService.class);

  /** How many records are embedded before a commit. */
  private static final int BATCH = 32;

  private static final String TURN = "embedding";
  private static final int PAGE = 1_000;

  /** So many pages are looked at, at most, to count what is not queued yet. */
  private static final int COUNTED_PAGES = 10;

  /** Where what waits to be embedded stands. */
  private static final List<String> QUEUES = List.of(Queues.EMBEDDING, Queues.MISSING_EMBEDDINGS);

  private final MemoryStore store;
  private final Vectors vectors;
  private final Embedder embedder;
  private final InstantSource clock;
  private final StoreLocks locks;
  private final RecordEmbedder records;
  private final EmbeddingWait waiting;
  private final Pause pause = new Pause();
  private boolean prepared;

  /** Why the store gave a run that was asked for no answer. */
  private @Nullable StoreUnavailableException away;

  private volatile boolean looked;
  private volatile boolean closed;

  /**
   * A service that embeds the records of a store.
   *
   * @param locks keeps several processes from embedding the same
   * @param calls what leaves processors to spare
   */
  public EmbeddingService(
      MemoryStore store,
      Vectors vectors,
      Embedder embedder,
      InstantSource clock,
      StoreLocks locks,
      CallsUnderWay calls) {
    this.store = store;
    this.vectors = vectors;
    this.embedder = embedder;
    this.clock = clock;
    this.locks = locks;
    this.records = new RecordEmbedder(store, embedder, clock, calls);
    this.waiting = new EmbeddingWait(this::embed, this::isQueued, clock, calls);
  }

  private void embed() {
    EmbeddingResult unused = run();
  }

  private boolean isQueued(Instant asked) {
    return !looked || QUEUES.stream().anyMatch(queue -> !store.due(queue, asked, 1).isEmpty());
  }

  /**
   * Waits until the records that wait at the moment are embedded, which begins now instead of at
   * the next interval; after a start also until it is known which records those are. As many calls
   * can wait at once as there are processors. A further call does not wait, so that threads are
   * left for calls that need no vectors.
   *
   * @param most how long to wait at most
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public void await(Duration most, Caller caller) {
    waiting.await(most, caller);
  }

  /**
   * How many records wait. As long as no run has looked at every record, those that are without a
   * vector of the model are counted instead, up to 10,000, if these are more than are queued.
   *
   * @param attended the store, as somebody reads it who may cease to wait
   */
  public long backlog(MemoryStore attended) {
    boolean isKnown = looked || closed;
    long queued = QUEUES.stream().mapToLong(attended::queued).sum();
    return isKnown ? queued : Math.max(queued, missing(attended.vectors().orElse(vectors)));
  }

  private long missing(Vectors vectors) {
    long missing = 0;
    String last = "";
    for (int page = 0; page < COUNTED_PAGES && missing == (long) page * PAGE; page++) {
      List<String> ids = vectors.without(embedder.model(), last, PAGE);
      missing += ids.size();
      last = ids.isEmpty() ? last : ids.get(ids.size() - 1);
    }
    return missing;
  }

  /**
   * Embeds what is due, until nothing is left or the model cannot be reached; then, for a while,
   * nothing. Another call that comes meanwhile waits. The first call looks at every record to find
   * those without a vector of the model. If the model cannot be prepared for good, this and all
   * later runs do nothing.
   */
  public synchronized EmbeddingResult run() {
    return pause.isOn(clock.instant()) ? EmbeddingResult.NOTHING : attempt(this::pauseAfter);
  }

  private EmbeddingResult attempt(Consumer<RuntimeException> failed) {
    away = null;
    if (closed) {
      return EmbeddingResult.NOTHING;
    }
    try {
      return prepare() && isDue()
          ? locks.await(TURN, () -> embedDue(failed)).orElse(EmbeddingResult.NOTHING)
          : EmbeddingResult.NOTHING;
    } catch (ModelException | StoreUnavailableException unreachable) {
      failed.accept(unreachable);
      return EmbeddingResult.NOTHING;
    }
  }

  /**
   * Does what {@link #run} does, for somebody who is to know why not all was embedded. No pause
   * keeps it from that, and a failure begins or lengthens none.
   *
   * @throws StoreUnavailableException if the store is unavailable, or was closed meanwhile
   */
  public synchronized EmbeddingResult runNow() {
    EmbeddingResult result = attempt(this::noteFailure);
    if (away != null) {
      throw away;
    }
    locks.requireOpen();
    return result;
  }

  /** Only who has something to do asks for a turn, for that is written. */
  private boolean isDue() {
    return !looked
        || !queued(Queues.EMBEDDING, 1).isEmpty()
        || !queued(Queues.MISSING_EMBEDDINGS, 1).isEmpty();
  }

  private EmbeddingResult embedDue(Consumer<RuntimeException> failed) {
    EmbeddingResult all = EmbeddingResult.NOTHING;
    try {
      List<QueueRow> rows = due();
      while (!rows.isEmpty() && !closed) {
        all = all.plus(records.embed(rows));
        pause.end();
        rows = due();
      }
      return all;
    } catch (ModelException | StoreUnavailableException unreachable) {
      failed.accept(unreachable);
      return all;
    }
  }

  private void pauseAfter(RuntimeException unreachable) {
    Duration length = pause.extend(clock.instant());
    LOG.warn("embedding pauses for {} s: {}", length.toSeconds(), unreachable.getMessage());
  }

  private void noteFailure(RuntimeException unreachable) {
    away = unreachable instanceof StoreUnavailableException store ? store : null;
    LOG.warn("embedding failed: {}", unreachable.getMessage());
  }

  /**
   * Whether the model is ready; one that never will be is not tried again before the next start. As
   * it ends, the process may take away what a model needs, which is no fault of the model.
   */
  private boolean prepare() {
    if (prepared) {
      return true;
    }
    try {
      embedder.prepare();
      prepared = true;
    } catch (ModelException failure) {
      RecordEmbedder.rethrowUnlessPermanent(failure);
      if (!closed) {
        LOG.error("nothing is embedded until the next start: {}", failure.getMessage());
      }
      close();
    }
    return prepared;
  }

  /** Lets a run end with the batch under way, and no other begin; what is due stays so. */
  @Override
  public void close() {
    closed = true;
    waiting.close();
  }

  /** Answers if this thread is one that {@link #awaitEnd} waits for. */
  public boolean isRunningHere() {
    return waiting.isRunningHere();
  }

  /** Waits a while for what was begun before it was closed, then interrupts it. */
  public void awaitEnd() {
    waiting.awaitEnd();
  }

  private void enqueueMissing() {
    int queued = 0;
    List<String> page = vectors.without(embedder.model(), "", PAGE);
    while (!page.isEmpty() && !closed) {
      List<String> missing = page.stream().filter(id -> !records.isAside(id)).toList();
      enqueue(missing);
      queued += missing.size();
      page = vectors.without(embedder.model(), page.get(page.size() - 1), PAGE);
    }
    if (queued > 0) {
      LOG.info("{} records wait to be embedded by {}", queued, embedder.model());
    }
  }

  /** They have waited since before any call that waits for them. */
  private void enqueue(List<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    Changeset.Builder changes = Changeset.builder();
    ids.forEach(
        id -> changes.enqueue(new QueueRow(Queues.MISSING_EMBEDDINGS, id, Instant.EPOCH, 0)));
    store.commit(changes.build());
  }

  /** What was written lately comes before what has been without for longer. */
  private List<QueueRow> due() {
    List<QueueRow> written = queued(Queues.EMBEDDING, BATCH);
    if (!written.isEmpty()) {
      return written;
    }
    if (!looked) {
      enqueueMissing();
      looked = true;
    }
    return queued(Queues.MISSING_EMBEDDINGS, BATCH);
  }

  /** Nothing is queued for later, so what seems to be is from before the clock was set back. */
  private List<QueueRow> queued(String queue, int most) {
    return store.due(queue, Timestamps.MAX, most);
  }
}
