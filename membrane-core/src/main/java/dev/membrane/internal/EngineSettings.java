package dev.membrane.internal;

import dev.membrane.internal.embed.CheckedEmbedder;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Tracer;
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
    InstantSource given = clock;
    clock = () -> given.instant().truncatedTo(ChronoUnit.MICROS);
    embedder = embedder == null ? null : new CheckedEmbedder(embedder);
    observer = HarmlessObserver.of(observer);
    tracer = HarmlessTracer.of(tracer);
  }

  /** What keeps an embedder from being used at all. */
  public static List<String> faultsOf(Embedder embedder) {
    return CheckedEmbedder.faultsOf(embedder);
  }
}
