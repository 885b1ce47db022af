package dev.membrane.llm;

import io.github.bucket4j.BlockingStrategy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Time that passes only when somebody waits. */
final class FakeTime implements InstantSource, BlockingStrategy {

  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public void park(long nanos) {
    pass(Duration.ofNanos(nanos));
  }

  /** Lets time pass. */
  void pass(Duration time) {
    pauses.add(time);
    now.updateAndGet(instant -> instant.plus(time));
  }

  /** Everything that was waited for, in seconds. */
  List<Double> seconds() {
    return pauses.stream().map(pause -> pause.toMillis() / 1000.0).toList();
  }
}
