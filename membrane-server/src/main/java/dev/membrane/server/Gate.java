package dev.membrane.server;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.server.NotAdmittedException.Reason;
import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits the callers of every transport to memory: it checks the key, finds out whose it is, and
 * limits how often each may call. Failed attempts from an address delay only unknown keys from
 * there, since many callers may share an address. Thread-safe.
 */
public final class Gate {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  private static final String BEARER = "bearer ";
  private static final String UNKNOWN = "unknown api key";
  private static final String CHANGED =
      "the rights of this api key have changed, call again to use the new ones";
  private static final String SEVERAL = "the header 'authorization' is there more than once";
  private static final String TOO_MANY =
      "too many calls with an unknown api key from this address, try again in a minute";

  private final Memory memory;
  private final ReloadableKeys keys;
  private final FailureLimit failures;
  private final SlowedRefusals slowed;
  private final @Nullable CallRate rate;
  private final LongSupplier nanoTime;
  private volatile long lastCall;

  Gate(
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

  /**
   * Admits a call or refuses it. A transport asks this for each call, before it reads any more of
   * the request.
   *
   * @param key what the caller sends; null: nothing, which does not count as an attempt to guess a
   *     key
   * @param address where the call comes from; for IPv6 the network, since a single customer has
   *     very many addresses in it
   * @throws NotAdmittedException if the key is missing or unknown, or there are too many calls
   */
  public Admission admit(@Nullable String key, String address) {
    AcceptedKeys known = keys.get();
    Caller caller = caller(known, key, address);
    if (rate != null) {
      requireTurn(rate, caller, address);
    }
    lastCall = nanoTime.getAsLong();
    LongFunction<Duration> count =
        calls -> rate == null ? Duration.ZERO : rate.count(caller, address, calls);
    return new Admission(memory, caller, count, () -> requireSame(caller, key, known));
  }

  /**
   * The key in a header {@code authorization: Bearer <key>}; the word may be in any case.
   *
   * @param header the value of the header; null: there is none
   * @return null if there is no such header, or it has another scheme
   */
  public static @Nullable String bearerKey(@Nullable String header) {
    return header != null && header.toLowerCase(Locale.ROOT).startsWith(BEARER)
        ? header.substring(BEARER.length()).trim()
        : null;
  }

  /**
   * The key in all headers {@code authorization} of a call.
   *
   * @return as {@link #bearerKey}
   * @throws NotAdmittedException if there are several: who stands between may have checked another
   *     one than would count here
   */
  public static @Nullable String bearerKeyOf(Collection<String> headers) {
    if (headers.size() > 1) {
      throw new NotAdmittedException(Reason.KEY_UNKNOWN, SEVERAL);
    }
    return bearerKey(headers.stream().findFirst().orElse(null));
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
  Duration idle() {
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

  /**
   * Answers if memory can serve; needs no key.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot
   */
  public void check() {
    memory.check();
  }

  /**
   * How many records wait to be embedded; 0 without an embedder.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   */
  long embeddingBacklog() {
    return memory.maintenance().embeddingBacklog();
  }

  /**
   * Reads the keys again. From the next call on they count, for every transport. All else stays as
   * it was at the start.
   *
   * @param config a configuration without faults
   * @throws StartException if no key is left; then everything stays as it was
   */
  public void reload(Config config) {
    adopt(keysOf(config));
  }

  /**
   * The keys of a configuration.
   *
   * @throws StartException if no key is left
   */
  AcceptedKeys keysOf(Config config) {
    return Access.from(config).keys();
  }

  /** From the next call on other keys count. */
  void adopt(AcceptedKeys changed) {
    keys.replace(changed);
    LOG.info("keys read again, auth: {}", changed.isEmpty() ? "none" : changed.summary());
  }
}
