package dev.membrane.server.internal.access;

import dev.membrane.Caller;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Limits how many calls a principal may make in a second, or an address whose caller is no
 * principal. A burst may use a second's worth at once. All configured principals are counted, but
 * only the addresses that called last; an address that was forgotten starts again at zero.
 * Thread-safe.
 */
final class CallRate {

  static final int MAX_ADDRESSES = 10_000;

  private final long burst;
  private final Duration perCall;
  private final TimeMeter time;
  private final String refusal;
  private final Map<String, Bucket> ofPrincipals = new ConcurrentHashMap<>();
  private final Map<String, Bucket> ofAddresses =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /**
   * A limit that nobody has used yet.
   *
   * @param perSecond calls, more than 0
   */
  CallRate(double perSecond, LongSupplier nanoTime) {
    this.burst = Math.max(1, (long) perSecond);
    this.perCall = Duration.ofNanos(Math.round(1e9 / perSecond));
    this.time = new Nanos(nanoTime);
    this.refusal = "more than " + plain(perSecond) + " calls per second, try again later";
  }

  /** What a caller over the limit is told. */
  String refusal() {
    return refusal;
  }

  /**
   * Counts a call if it may be made now.
   *
   * @return zero: it may; otherwise after what time it may, and it was not counted
   */
  Duration take(Caller caller, String address) {
    return Duration.ofNanos(
        bucket(caller, address).tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill());
  }

  /**
   * Counts calls that are made in any case.
   *
   * @return how long it takes until the caller is within the limit again
   */
  Duration count(Caller caller, String address, long calls) {
    return Duration.ofNanos(bucket(caller, address).consumeIgnoringRateLimits(calls));
  }

  private Bucket bucket(Caller caller, String address) {
    return caller.equals(Caller.ANONYMOUS)
        ? ofAddress(address)
        : ofPrincipals.computeIfAbsent(caller.name(), name -> full());
  }

  private Bucket ofAddress(String address) {
    synchronized (ofAddresses) {
      return ofAddresses.computeIfAbsent(address, unseen -> full());
    }
  }

  private Bucket full() {
    return Bucket.builder()
        .withCustomTimePrecision(time)
        .addLimit(limit -> limit.capacity(burst).refillGreedy(1, perCall))
        .build();
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private record Nanos(LongSupplier source) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
      return source.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
