package dev.membrane.server.internal.access;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.NotAdmittedException.Reason;
import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate of a server: checks the key, finds out whose it is, and limits how often each may call.
 * Who has no more than a {@link Gate} can change no keys. Thread-safe.
 */
public final class KeyedGate implements Gate {

  private static final Logger LOG = LoggerFactory.getLogger(KeyedGate.class);

  private static final String UNKNOWN = "unknown api key";
  private static final String CHANGED =
      "the rights of this api key have changed, call again to use the new ones";
  private static final String TOO_MANY =
      "too many calls with an unknown api key from this address, try again in a minute";

  private final Memory memory;
  private final ReloadableKeys keys;
  private final FailureLimit failures;
  private final SlowedRefusals slowed;
  private final @Nullable CallRate rate;
  private final LongSupplier nanoTime;
  private volatile long lastCall;

  KeyedGate(
      Memory memory,
      ReloadableKeys keys,
      FailureLimit failures,
      SlowedRefusals slowed,
      @Nullable CallRate rate,
      LongSupplier nanoTime) {
    this.memory = memory;
    this.keys = keys;
    this.failures = failures;
    this.slowed = slowed;
    this.rate = rate;
    this.nanoTime = nanoTime;
    this.lastCall = nanoTime.getAsLong();
  }

  @Override
  public Admission admit(@Nullable String key, String address) {
    AcceptedKeys known = keys.get();
    Caller caller = caller(known, key, address);
    if (rate != null) {
      requireTurn(rate, caller, address);
    }
    lastCall = nanoTime.getAsLong();
    LongFunction<Duration> count =
        calls -> rate == null ? Duration.ZERO : rate.count(caller, address, calls);
    String account = caller.equals(Caller.ANONYMOUS) ? address : caller.name();
    return new Admission(memory, caller, account, count, () -> requireSame(caller, key, known));
  }

  private static void requireTurn(CallRate rate, Caller caller, String address) {
    Duration wait = rate.take(caller, address);
    if (!wait.isZero()) {
      throw NotAdmittedException.tooManyCalls(rate.refusal(), wait);
    }
  }

  /** Asked often, so keys that nobody has read again since are not compared. */
  private void requireSame(Caller caller, @Nullable String key, AcceptedKeys before) {
    AcceptedKeys known = keys.get();
    if (known.equals(before) || known.isEmpty()) {
      return;
    }
    Caller holder = key == null ? null : known.holderOf(key);
    if (holder == null) {
      throw new NotAdmittedException(Reason.KEY_UNKNOWN, UNKNOWN);
    }
    if (!holder.equals(caller)) {
      throw new NotAdmittedException(Reason.KEY_CHANGED, CHANGED);
    }
  }

  /** How long ago somebody was let in, or, if nobody was, the server was made. */
  public Duration idle() {
    return Duration.ofNanos(nanoTime.getAsLong() - lastCall);
  }

  private Caller caller(AcceptedKeys known, @Nullable String key, String address) {
    if (known.isEmpty()) {
      return Caller.ANONYMOUS;
    }
    if (key == null) {
      throw new NotAdmittedException(Reason.KEY_MISSING, "an api key is required");
    }
    Caller holder = known.holderOf(key);
    if (holder == null) {
      throw unknown(address);
    }
    return holder;
  }

  private NotAdmittedException unknown(String address) {
    if (!failures.isReached(address)) {
      failures.count(address);
      return new NotAdmittedException(Reason.KEY_UNKNOWN, UNKNOWN);
    }
    return slowed.take(address)
        ? new NotAdmittedException(Reason.KEY_UNKNOWN, UNKNOWN, SlowedRefusals.DELAY)
        : NotAdmittedException.tooManyCalls(TOO_MANY, SlowedRefusals.DELAY);
  }

  @Override
  public void check() {
    memory.check();
  }

  @Override
  public long embeddingBacklog() {
    return memory.maintenance().embeddingBacklog();
  }

  /**
   * Reads the keys again. From the next call on they count, for every transport. All else stays as
   * it was at the start.
   *
   * @param config a configuration without faults
   * @throws dev.membrane.server.StartException if no key is left; then everything stays as it was
   */
  public void reload(Config config) {
    adopt(ConfiguredAccess.from(config).keys());
  }

  /**
   * From the next call on other keys count.
   *
   * @throws dev.membrane.server.StartException if there are none left; then everything stays as it
   *     was
   */
  public void adopt(AcceptedKeys changed) {
    keys.replace(changed);
    LOG.info("keys read again, auth: {}", changed.isEmpty() ? "none" : changed.summary());
  }
}
