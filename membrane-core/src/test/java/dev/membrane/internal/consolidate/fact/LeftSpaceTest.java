package dev.membrane.internal.consolidate.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What an episode taught before it became more sensitive. */
class LeftSpaceTest {

  private static final Duration LONG = Duration.ofDays(2);

  private final AtomicReference<Instant> clock = new AtomicReference<>(EngineFixture.NOON);

  @Test
  void is_hidden_in_the_past_too() {
    ExtractionStage stage =
        new ExtractionStage(
            episodes ->
                episodes.stream()
                    .map(
                        episode ->
                            new CandidateFact(
                                episode.record().id(), "Ann", "likes", new JsonString("tea"), 0.7))
                    .toList(),
            Sensitivity.LOW);
    try (Membrane membrane =
        Membrane.builder()
            .backgroundJobs(false)
            .openStore(InMemoryStore::new)
            .clock(clock::get)
            .stages(List.of(stage))
            .build()) {
      tell(membrane, Sensitivity.LOW);
      learn(membrane);
      Instant known = clock.get();
      clock.set(known.plusSeconds(1));
      assertThat(factsAt(membrane, known)).isEqualTo(1);

      tell(membrane, Sensitivity.HIGH);
      learn(membrane);

      assertThat(factsAt(membrane, clock.get())).isZero();
      assertThat(factsAt(membrane, known)).isZero();
    }
  }

  private void learn(Memory membrane) {
    clock.set(clock.get().plus(LONG));
    var unused = membrane.maintenance().consolidate();
  }

  private static void tell(Memory membrane, Sensitivity sensitivity) {
    var unused =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("note")
                    .ref("1")
                    .summary("Ann likes tea")
                    .options(IngestOptions.NONE.unscoped().episode("run").sensitivity(sensitivity))
                    .build());
  }

  private static int factsAt(Memory membrane, Instant instant) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.LOW))
                .memoryTypes(Set.of(MemoryType.SEMANTIC))
                .asOf(instant)
                .build())
        .records()
        .size();
  }
}
