package dev.membrane.internal.embed;

import static java.util.stream.Collectors.toMap;

import dev.membrane.Caller;
import dev.membrane.EmbeddingResult;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int PAGE = 1_000;

  /** Where what waits to be embedded stands. */
  public static final List<String> QUEUES = List.of(Queues.EMBEDDING, Queues.MISSING_EMBEDDINGS);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final MemoryStore store;
  private final Vectors vectors;
  private final Embedder embedder;
  private final InstantSource clock;
  private final StoreLocks locks;
  private final CallsUnderWay calls;
  private final Semaphore waiting = new Semaphore(Runtime.getRuntime().availableProcessors());
  private final AtomicBoolean begun = new AtomicBoolean();
  private final ThreadPoolExecutor thread = thread();
  private final Pause pause = new Pause();
  private boolean prepared;
  private boolean looked;
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
    this.calls = calls;
  }

  private static ThreadPoolExecutor thread() {
    return new ThreadPoolExecutor(
        0,
        1,
        PATIENCE.toSeconds(),
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        work -> {
          Thread thread = new Thread(work, "membrane-embedding");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Waits until the records that wait at the moment are embedded, which begins now instead of at
   * the next interval. As many calls can wait at once as there are processors. A further call does
   * not wait, so that threads are left for calls that need no vectors.
   *
   * @param most how long to wait at most
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public void await(Duration most, Caller caller) {
    if (most.isZero() || !waiting.tryAcquire()) {
      return;
    }
    try {
      calls.waiting(() -> awaitQueued(clock.instant(), System.nanoTime() + most.toNanos(), caller));
    } finally {
      waiting.release();
    }
  }

  private void awaitQueued(Instant asked, long end, Caller caller) {
    while (!closed && QUEUES.stream().anyMatch(queue -> !store.due(queue, asked, 1).isEmpty())) {
      begin();
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      caller.requireWaiting();
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, POLL.toNanos()));
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void begin() {
    if (begun.compareAndSet(false, true)) {
      try {
        thread.execute(this::runOnce);
      } catch (RejectedExecutionException closing) {
        LOG.debug("closing, so nothing more is embedded", closing);
      }
    }
  }

  /** What fails here fails in the job too, which says so. */
  private void runOnce() {
    try {
      EmbeddingResult unused = run();
    } catch (RuntimeException failure) {
      LOG.debug("embedding for a call that waits failed", failure);
    } finally {
      begun.set(false);
    }
  }

  /**
   * Embeds what is due, until nothing is left or the model cannot be reached. Another call that
   * comes meanwhile waits. The first call looks at every record to find those without a vector of
   * the model. If the model cannot be prepared for good, this and all later runs do nothing.
   */
  public synchronized EmbeddingResult run() {
    if (closed || pause.isOn(clock.instant())) {
      return EmbeddingResult.NOTHING;
    }
    try {
      return prepare() && isDue()
          ? locks.await(TURN, this::embedDue).orElse(EmbeddingResult.NOTHING)
          : EmbeddingResult.NOTHING;
    } catch (ModelException | StoreUnavailableException unreachable) {
      return pausing(unreachable);
    }
  }

  /** Only who has something to do asks for a turn, for that is written. */
  private boolean isDue() {
    return !looked
        || !queued(Queues.EMBEDDING, 1).isEmpty()
        || !queued(Queues.MISSING_EMBEDDINGS, 1).isEmpty();
  }

  private EmbeddingResult embedDue() {
    EmbeddingResult all = EmbeddingResult.NOTHING;
    try {
      List<QueueRow> rows = due();
      while (!rows.isEmpty() && !closed) {
        all = all.plus(batch(rows));
        pause.end();
        rows = due();
      }
      return all;
    } catch (ModelException | StoreUnavailableException unreachable) {
      return all.plus(pausing(unreachable));
    }
  }

  private EmbeddingResult pausing(RuntimeException unreachable) {
    Duration length = pause.extend(clock.instant());
    LOG.warn("embedding pauses for {} s: {}", length.toSeconds(), unreachable.getMessage());
    return EmbeddingResult.NOTHING;
  }

  /**
   * Whether the model is ready; one that never will be is not tried again before the next start.
   */
  private boolean prepare() {
    if (prepared) {
      return true;
    }
    try {
      embedder.prepare();
      prepared = true;
    } catch (ModelException failure) {
      rethrowUnlessPermanent(failure);
      LOG.error("nothing is embedded until the next start: {}", failure.getMessage());
      close();
    }
    return prepared;
  }

  /** Lets a run end with the batch under way, and no other begin; what is due stays so. */
  @Override
  public void close() {
    closed = true;
    thread.shutdown();
  }

  /** Waits a while for what was begun before it was closed, then interrupts it. */
  public void awaitEnd() {
    try {
      if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void enqueueMissing() {
    int queued = 0;
    List<String> page = vectors.without(embedder.model(), "", PAGE);
    while (!page.isEmpty() && !closed) {
      enqueue(page);
      queued += page.size();
      page = vectors.without(embedder.model(), page.get(page.size() - 1), PAGE);
    }
    if (queued > 0) {
      LOG.info("{} records wait to be embedded by {}", queued, embedder.model());
    }
  }

  private void enqueue(List<String> ids) {
    Changeset.Builder changes = Changeset.builder();
    ids.forEach(
        id -> changes.enqueue(new QueueRow(Queues.MISSING_EMBEDDINGS, id, clock.instant(), 0)));
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

  private EmbeddingResult batch(List<QueueRow> rows) {
    try {
      return new EmbeddingResult(embed(rows), 0);
    } catch (ConflictException | ModelException | UnreadableRecordException failure) {
      rethrowUnlessPermanent(failure);
      LOG.debug("a batch of {} cannot be embedded at once", rows.size(), failure);
      return rows.stream().map(this::alone).reduce(EmbeddingResult.NOTHING, EmbeddingResult::plus);
    }
  }

  /** What is the model's fault is not the record's, and no reason to give that up. */
  private static void rethrowUnlessPermanent(RuntimeException failure) {
    if (failure instanceof ModelException model && !model.isPermanent()) {
      throw model;
    }
  }

  private EmbeddingResult alone(QueueRow row) {
    try {
      return new EmbeddingResult(embed(List.of(row)), 0);
    } catch (ConflictException changed) {
      LOG.debug("record {} changed meanwhile and comes up again", row.item(), changed);
      return new EmbeddingResult(0, 0);
    } catch (ModelException | UnreadableRecordException failure) {
      rethrowUnlessPermanent(failure);
      setAside(row, failure);
      return new EmbeddingResult(0, 1);
    }
  }

  private int embed(List<QueueRow> rows) {
    Map<String, Stored> records =
        store.get(rows.stream().map(QueueRow::item).toList()).stream()
            .filter(stored -> embedder.maxSensitivity().covers(stored.record().sensitivity()))
            .collect(toMap(stored -> stored.record().id(), stored -> stored));
    Changeset.Builder changes = Changeset.builder();
    rows.forEach(changes::done);
    List<String> ids = List.copyOf(records.keySet());
    List<float[]> numbers =
        ids.isEmpty() ? List.of() : embedder.embed(texts(ids, records), calls::spare);
    for (int i = 0; i < ids.size(); i++) {
      Vector vector = Vector.of(numbers.get(i));
      changes.embed(new Embedding(ids.get(i), embedder.model(), vector));
    }
    store.commit(changes.build());
    return ids.size();
  }

  private static List<String> texts(List<String> ids, Map<String, Stored> records) {
    List<String> texts = new ArrayList<>();
    for (String id : ids) {
      Stored stored = records.get(id);
      texts.add(stored == null ? "" : RecordText.textOf(stored.record()));
    }
    return texts;
  }

  /** Its row stays, so that it is seen, in a queue that nobody works on. */
  private void setAside(QueueRow row, RuntimeException failure) {
    LOG.warn("record {} cannot be embedded, set aside: {}", row.item(), failure.getMessage());
    QueueRow aside =
        new QueueRow(
            Queues.aside(Queues.EMBEDDING), row.item(), clock.instant(), row.attempts() + 1);
    try {
      store.commit(Changeset.builder().done(row).enqueue(aside).build());
    } catch (ConflictException changed) {
      LOG.debug("record {} changed meanwhile and comes up again", row.item(), changed);
    }
  }

  /**
   * How long a model that cannot be reached is left alone: twice as long each time. A clock that is
   * set back ends the pause.
   */
  private static final class Pause {

    private Instant begun = Instant.MIN;
    private Duration length = Duration.ZERO;

    boolean isOn(Instant now) {
      return !now.isBefore(begun) && now.isBefore(begun.plus(length));
    }

    Duration extend(Instant now) {
      Duration twice = length.isZero() ? FIRST_PAUSE : length.multipliedBy(2);
      length = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
      begun = now;
      return length;
    }

    void end() {
      length = Duration.ZERO;
    }
  }
}
