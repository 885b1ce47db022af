package dev.membrane.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ObservedStoreTest {

  @Test
  void a_list_of_episodes_is_told_of() {
    assertThat(toldOf(memory -> memory.listing().episodes("run", PageRequest.FIRST)))
        .contains("episodes OK");
  }

  @Test
  void former_states_are_told_of() {
    assertThat(
            toldOf(
                memory -> {
                  EventRequest event =
                      EventRequest.builder()
                          .source("agent")
                          .eventKind("note")
                          .ref("1")
                          .unscoped()
                          .build();
                  RecordView stored = memory.ingestion().event(event).record();
                  memory.audit().history(stored.id(), PageRequest.FIRST);
                  memory
                      .retrieval()
                      .retrieve(
                          RetrieveRequest.builder()
                              .trust(TrustContext.upTo(Sensitivity.LOW))
                              .asOf(stored.createdAt())
                              .build());
                }))
        .contains("historyVersions OK", "historyAt OK");
  }

  private static Set<String> toldOf(Consumer<Membrane> asking) {
    Set<String> told = ConcurrentHashMap.newKeySet();
    Observer observer =
        new Observer() {
          @Override
          public void store(String operation, WorkOutcome outcome, Duration took) {
            told.add(operation + " " + outcome);
          }
        };
    try (Membrane memory =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .observer(observer)
            .backgroundJobs(false)
            .build()) {
      asking.accept(memory);
    }
    return told;
  }
}
