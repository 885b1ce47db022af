package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is told of the data key of an erased scope. */
final class ErasedScopeTest {

  private static final class KeyedStore extends ForwardingStore {

    private final boolean isDestroyed;

    KeyedStore(boolean isDestroyed) {
      super(new InMemoryStore());
      this.isDestroyed = isDestroyed;
    }

    @Override
    public boolean isEncrypted() {
      return true;
    }

    @Override
    public boolean destroyKey(String scope) {
      return isDestroyed;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_report_says_whether_the_key_is_destroyed(boolean isDestroyed) {
    try (Membrane engine =
            Membrane.builder()
                .openStore(() -> new KeyedStore(isDestroyed))
                .backgroundJobs(false)
                .build();
        GrpcSite site = GrpcSite.serving(engine);
        MembraneClient client = site.client().build()) {
      client
          .ingestion()
          .observe(
              ObservationRequest.builder()
                  .source("ann")
                  .subject("user")
                  .predicate("likes")
                  .object(JsonValue.of("tea"))
                  .options(IngestOptions.NONE.scope("project"))
                  .build());
      EraseRequest request = EraseRequest.ofScope("project").because("they asked");
      EraseReport planned = client.revision().erase(request.asDryRun());
      assertThat(planned.dataKeyDestroyed()).isNull();
      EraseReport done = client.revision().erase(request);
      assertThat(done.dataKeyDestroyed()).isEqualTo(isDestroyed);
    }
  }
}
