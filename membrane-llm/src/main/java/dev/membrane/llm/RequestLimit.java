package dev.membrane.llm;

import dev.membrane.spi.ModelException;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How many requests may be under way and how many begin in a minute. Who comes too early waits.
 * Safe for use by many threads.
 */
final class RequestLimit {

  private final Semaphore places;
  private final @Nullable Bucket starts;
  private final BlockingStrategy waiting;

  RequestLimit(EndpointConfig config, CallContext surroundings) {
    this.places = new Semaphore(config.concurrency(), true);
    this.starts =
        config.requestsPerMinute() == 0 ? null : bucket(config.requestsPerMinute(), surroundings);
    this.waiting = surroundings.waiting();
  }

  /** Evenly, so that a minute's worth is not asked for in its first second. */
  private static Bucket bucket(int perMinute, CallContext surroundings) {
    Bandwidth evenly =
        Bandwidth.builder()
            .capacity(Math.max(1, perMinute / 60))
            .refillGreedy(perMinute, Duration.ofMinutes(1))
            .build();
    return Bucket.builder()
        .addLimit(evenly)
        .withCustomTimePrecision(new ClockMeter(surroundings))
        .build();
  }

  private record ClockMeter(CallContext surroundings) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
      Instant now = surroundings.clock().instant();
      return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }

  /** A request in its place, which it leaves when it is over. */
  interface RequestPlace {

    /** Makes room for another one. */
    void leave();
  }

  /**
   * Waits for a place.
   *
   * @param longest the longest that is waited, for a place and then for a start
   */
  RequestPlace enter(Duration longest) throws InterruptedException {
    try {
      if (!places.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new TimeoutException();
      }
    } catch (TimeoutException full) {
      throw ModelException.temporary("too many requests to the model are under way", full);
    }
    boolean isIn = false;
    try {
      isIn = starts == null || starts.asBlocking().tryConsume(1, longest, waiting);
    } finally {
      if (!isIn) {
        places.release();
      }
    }
    if (!isIn) {
      throw ModelException.temporary("the rate of requests is used up", new TimeoutException());
    }
    return places::release;
  }
}
