package dev.membrane.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ObservedStoreTest {

  @Test
  void a_list_of_episodes_is_told_of() {
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
      memory.listing().episodes("run", PageRequest.FIRST);
    }
    assertThat(told).contains("episodes OK");
  }
}
