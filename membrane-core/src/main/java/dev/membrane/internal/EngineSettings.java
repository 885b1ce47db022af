package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.embed.CheckedEmbedder;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is made of.
 *
 * @param store opens the store
 * @param ownsStore whether the store is closed with the engine
 * @param config the settings of its parts
 * @param clock the time; the engine reads it in microseconds, as finely as stores keep instants
 * @param ids gives a new UUID of version 7 each time; safe for use by many threads
 * @param nonces gives texts that nobody can guess
 * @param stages the ways to learn, in their order
 * @param embedder finds by meaning; null: by words only
 * @param observer is told what is done
 * @param tracer follows each call
 * @param hasBackgroundJobs whether work that nobody waits for is done at intervals
 */
public record EngineSettings(
    Supplier<MemoryStore> store,
    boolean ownsStore,
    EngineConfig config,
    InstantSource clock,
    Supplier<String> ids,
    Supplier<String> nonces,
    List<Stage<?>> stages,
    @Nullable Embedder embedder,
    Observer observer,
    Tracer tracer,
    boolean hasBackgroundJobs) {

  /** What is not the engine's own is checked, and what only watches it harms nobody. */
  public EngineSettings {
    clock = checked(clock);
    Supplier<String> givenIds = ids;
    ids = () -> requireNonNull(givenIds.get(), "id that the supplier of ids has made");
    Supplier<String> givenNonces = nonces;
    nonces = () -> requireNonNull(givenNonces.get(), "nonce that the supplier of nonces has made");
    embedder = embedder == null ? null : new CheckedEmbedder(embedder);
    observer = HarmlessObserver.of(observer);
    tracer = HarmlessTracer.of(tracer);
  }

  /** What keeps an embedder from being used at all. */
  public static List<String> faultsOf(Embedder embedder) {
    return CheckedEmbedder.faultsOf(embedder);
  }

  /** The clock as the engine reads it. */
  public static InstantSource checked(InstantSource given) {
    return () -> checked(given.instant()).truncatedTo(ChronoUnit.MICROS);
  }

  private static Instant checked(Instant now) {
    requireNonNull(now, "instant of the clock");
    if (!Timestamps.isInRange(now)) {
      throw new IllegalStateException("the clock is not within the years 0001 to 9999: " + now);
    }
    return now;
  }
}
