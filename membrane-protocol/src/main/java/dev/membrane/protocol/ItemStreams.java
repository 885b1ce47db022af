package dev.membrane.protocol;

import dev.membrane.AccessDeniedException;
import dev.membrane.Permission;
import dev.membrane.server.Admission;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The streams of items that one transport has open. It limits their number, ends those that are
 * idle or whose key was revoked, and at the end of the server has them answer what they have
 * received. Thread-safe.
 */
public final class ItemStreams implements AutoCloseable {

  /** Streams that are counted: each has a place among the calls, and holds what it has received. */
  private static final int MAX_STREAMS = 256;

  /** So many of each caller are counted for one that has fewer. There are fewer than 512 in all. */
  private static final int SHARE = MAX_STREAMS / 8;

  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final Set<ItemStream> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer;
  private final MembraneCalls calls;
  private final Function<Throwable, CallFailure> failures;
  private final LongSupplier nanos;
  private volatile boolean isClosed;

  /**
   * Streams whose items become calls.
   *
   * @param failures says what a client learns of what breaks its stream
   */
  public ItemStreams(MembraneCalls calls, Function<Throwable, CallFailure> failures) {
    this(calls, failures, System::nanoTime);
  }

  /** The same, with a clock of nanoseconds that never goes back. */
  ItemStreams(MembraneCalls calls, Function<Throwable, CallFailure> failures, LongSupplier nanos) {
    this.calls = calls;
    this.failures = failures;
    this.nanos = nanos;
    this.timer = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("ingest-streams"));
    var unused =
        timer.scheduleWithFixedDelay(
            this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Opens a stream.
   *
   * @param threads on which the items are taken in
   * @param client who sends
   * @throws AccessDeniedException if the caller may not ingest
   * @throws OverloadException if 256 are open. For a caller that has fewer than 32, at most 32 of
   *     each other caller are counted
   */
  public ItemStream open(Admission by, Executor threads, ItemStream.Client client) {
    by.caller().require(Permission.INGEST, "ingesting");
    ItemStream stream = new ItemStream(this, by, threads, client);
    synchronized (open) {
      if (!hasPlace(stream.account())) {
        throw new OverloadException("too many streams at once, try again later");
      }
      open.add(stream);
    }
    if (isClosed) {
      open.remove(stream);
      throw new OverloadException("the server is stopping");
    }
    return stream;
  }

  private boolean hasPlace(String account) {
    Map<String, Long> held =
        open.stream().collect(Collectors.groupingBy(ItemStream::account, Collectors.counting()));
    long most = held.getOrDefault(account, 0L) < SHARE ? SHARE : MAX_STREAMS;
    return held.values().stream().mapToLong(one -> Math.min(one, most)).sum() < MAX_STREAMS;
  }

  /** Has all streams answer what they have received, and end. Does not wait for that. */
  public void stop() {
    isClosed = true;
    open.forEach(ItemStream::stop);
  }

  @Override
  public void close() {
    stop();
    timer.shutdownNow();
  }

  MembraneCalls calls() {
    return calls;
  }

  CallFailure failure(Throwable thrown) {
    return failures.apply(thrown);
  }

  long now() {
    return nanos.getAsLong();
  }

  void later(Duration wait, Runnable what) {
    if (!isClosed) {
      var unused = timer.schedule(what, wait.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  void forget(ItemStream ended) {
    open.remove(ended);
  }

  /** Ends what has been idle for too long, and what was opened with a key that was revoked. */
  void sweep() {
    open.forEach(ItemStream::check);
  }
}
