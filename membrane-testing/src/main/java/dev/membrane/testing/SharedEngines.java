package dev.membrane.testing;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Several engines in one process over one store, with a clock that a test sets. */
final class SharedEngines implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 300;

  final TestClock clock = new TestClock();
  final CountingStore store;
  private final MemoryStore underlying;
  private final List<Membrane> engines = new ArrayList<>();
  private final AtomicLong lastId = new AtomicLong();
  private final AtomicLong lastNonce = new AtomicLong();

  SharedEngines(MemoryStore underlying, int engines) {
    this.underlying = underlying;
    this.store = CountingStore.withoutWork(underlying);
    for (int i = 0; i < engines; i++) {
      this.engines.add(open());
    }
  }

  Membrane engine(int number) {
    return engines.get(number % engines.size());
  }

  /** Ends an engine and begins another in its place: all that is known is in the store. */
  void restart(int number) {
    int place = number % engines.size();
    engines.get(place).close();
    engines.set(place, open());
  }

  private Membrane open() {
    return builder().store(store).build();
  }

  private MembraneBuilder builder() {
    return Membrane.builder().clock(clock).ids(this::nextId).nonces(this::nextNonce);
  }

  /** Sweeps once; answers how many records were deleted. */
  int sweep() {
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()),
            new AuditChain(this::nextNonce),
            Retention.DEFAULTS);
    CountingStore working = store.withWork((queue, rows) -> {});
    return new Pruning(working, records, Retention.DEFAULTS, new LearnedKeys(List.of()))
        .run(clock.instant());
  }

  /** Opens an engine, which notes where the clock has gone back, and closes it. */
  void openOnce() {
    builder().backgroundJobs(false).store(store).build().close();
  }

  /** Waits for the job of an engine that was just opened to sweep to the end. */
  void sweepByJob() {
    CountDownLatch swept = new CountDownLatch(1);
    CountingStore working = store.withWork((queue, rows) -> countEnd(queue, rows.size(), swept));
    Config often = new Config(Map.of("decay_interval", new JsonString("1ms")));
    try (Membrane engine = builder().config(often).store(working).build()) {
      engine.check();
      if (!swept.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the job did not sweep");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  private static void countEnd(String queue, int due, CountDownLatch swept) {
    if (queue.equals(Queues.PRUNING) && due == 0) {
      swept.countDown();
    }
  }

  AuditReport verify() {
    return new AuditVerifier(underlying, checked -> {}).verify();
  }

  private String nextId() {
    return "01957b3c-0000-7000-8000-%012x".formatted(lastId.incrementAndGet());
  }

  private String nextNonce() {
    return "nonce " + lastNonce.incrementAndGet();
  }

  /** Ends the engines, then the store. */
  @Override
  public void close() {
    engines.forEach(Membrane::close);
    underlying.close();
  }
}
