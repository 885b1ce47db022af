package dev.membrane.internal.erase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A scope whose key was destroyed, in a store that keeps no versions. */
class UnreadableRemainsTest {

  private static final class KeyedStore extends ForwardingStore {

    private final Set<String> destroyed = new HashSet<>();

    KeyedStore() {
      super(new InMemoryStore());
    }

    @Override
    public boolean isEncrypted() {
      return true;
    }

    @Override
    public boolean destroyKey(String scope) {
      return destroyed.add(scope);
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      return super.get(ids).stream()
          .filter(stored -> !destroyed.contains(stored.record().scope()))
          .toList();
    }

    @Override
    public Optional<History> history() {
      return Optional.empty();
    }
  }

  @Test
  void what_has_no_version_is_refused_in_plain_words_and_stops_no_other_erasure() {
    KeyedStore store = new KeyedStore();
    try (Membrane membrane =
        Membrane.builder().openStore(() -> store).backgroundJobs(false).build()) {
      String id = observe(membrane, "home");
      String other = observe(membrane, "office");
      store.destroyKey("home");
      EraseRequest home = EraseRequest.ofScope("home");
      for (EraseRequest request :
          List.of(home.asDryRun(), home, home.overridingPolicy(), ofRecord(id))) {
        assertThatThrownBy(() -> membrane.revision().erase(request))
            .isInstanceOf(FailedPreconditionException.class)
            .hasMessage(
                "record %s cannot be read, and cannot be erased, as the store keeps no versions",
                id);
      }
      assertThat(membrane.revision().erase(ofRecord(other)).ids()).containsExactly(other);
    }
  }

  private static EraseRequest ofRecord(String id) {
    return EraseRequest.ofRecords(List.of(id));
  }

  private static String observe(Memory membrane, String scope) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject("Ann")
                .predicate("likes")
                .object(new JsonString("tea"))
                .options(IngestOptions.NONE.scope(scope))
                .build())
        .id();
  }
}
