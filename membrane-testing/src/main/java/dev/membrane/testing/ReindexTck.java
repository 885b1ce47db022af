package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A database whose records have the terms of an earlier version is read again at its first start.
 */
public abstract class ReindexTck {

  /** An empty database in the version in which records have the terms of now. */
  protected abstract MemoryStore open() throws Exception;

  /** The same database after it was in an earlier version, and was migrated. */
  protected abstract MemoryStore migrated() throws Exception;

  /** The value of the key that this migration leaves; empty: records are embedded again, too. */
  protected String due() {
    return "";
  }

  @Test
  void records_of_an_earlier_version_are_found_as_new_ones_are() throws Exception {
    StoredRecord before;
    try (MemoryStore store = open()) {
      assertThat(store.find(List.of(Key.FORMER_TERMS.name()))).isEmpty();
      before = store.get(List.of(ingest(store))).get(0);
      Terms former = new Terms(Map.of("note", 1, "garden", 1));
      store.commit(
          Changeset.builder()
              .change(
                  new Change.Reindex(before.version(), before.record(), before.anchor(), former))
              .build());
      assertThat(firstFault(store)).isNotNull();
    }
    try (MemoryStore store = migrated()) {
      assertThat(store.find(List.of(Key.FORMER_TERMS.name())))
          .containsExactly(new Key(Key.FORMER_TERMS.name(), due(), null));
      Membrane.builder().store(store).backgroundJobs(false).build().close();
      assertThat(store.find(List.of(Key.FORMER_TERMS.name()))).isEmpty();
      assertThat(found(store, "note")).isEmpty();
      assertThat(found(store, "garden")).extracting(Hit::mark).allMatch(it -> !it.isEmpty());
      assertThat(found(store, "garden")).hasSize(1);
      assertThat(store.get(List.of(before.record().id()))).containsExactly(before);
      assertThat(firstFault(store)).isNull();
    }
  }

  private static String ingest(MemoryStore store) {
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      EventRequest event =
          EventRequest.builder()
              .source("ann")
              .eventKind("note")
              .ref("r")
              .summary("the garden")
              .options(IngestOptions.NONE.scope("here").tags(List.of("green")))
              .build();
      return membrane.ingestion().event(event).id();
    }
  }

  private static List<Hit> found(MemoryStore store, String term) {
    Filter filter =
        Filter.of(Visibility.ALL, Instant.parse("2030-01-01T00:00:00Z"))
            .withTypes(Set.of(MemoryType.EPISODIC));
    return store.search(filter, List.of(term), 10);
  }

  private static @Nullable Object firstFault(MemoryStore store) {
    return new AuditVerifier(store, checked -> {}).verify().broken();
  }
}
