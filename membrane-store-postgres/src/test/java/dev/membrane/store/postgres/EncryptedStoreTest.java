package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class EncryptedStoreTest extends PersistentStoreTck {

  /** More than are looked up by their numbers. */
  private static final int MANY = 2_100;

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.encrypted();

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = schemas.next();
    return reopenStore();
  }

  @Override
  protected MemoryStore reopenStore() {
    return PostgresStore.open(config);
  }

  @Test
  void a_tag_that_very_many_records_have_is_found_and_no_other() {
    try (Membrane membrane = Membrane.builder().store(store()).backgroundJobs(false).build()) {
      for (int from = 0; from < MANY; from += 700) {
        List<IngestRequest> events =
            IntStream.range(from, from + 700).mapToObj(i -> event("frequent")).toList();
        var unused = membrane.ingestion().batch(events);
      }
      var unused = membrane.ingestion().batch(List.of(event("rare")));
      RetrieveRequest.Builder request =
          RetrieveRequest.builder()
              .trust(TrustContext.upTo(Sensitivity.HYPER))
              .tags(List.of("frequent"))
              .limit(MANY + 1);
      assertThat(membrane.retrieval().retrieve(request.build()).records())
          .hasSize(MANY)
          .allMatch(record -> record.tags().contains("frequent"));
    }
  }

  private static IngestRequest event(String tag) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("note")
        .ref("ref")
        .summary("a note")
        .options(IngestOptions.NONE.scope("scope").tags(List.of(tag)))
        .build();
  }
}
