package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import dev.membrane.spi.store.Vector;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a database that were damaged, among others. */
final class DamagedRowsTest {

  private static final Vector VECTOR = Vector.of(new float[] {1, 2, 3});

  @Test
  void words_and_vectors_that_cannot_be_decrypted_stop_no_search() {
    PostgresConfig config = EncryptedDatabases.fresh();
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = membrane(store)) {
      List<String> ids = observe(store);
      for (String id : ids) {
        store.commit(Changeset.builder().embed(new Embedding(id, "model", VECTOR)).build());
      }
      TestDatabase.run(config, "UPDATE document SET words = 'AAAA' WHERE rid = 1");
      TestDatabase.run(
          config, "UPDATE embedding SET vector = '\\x00', row_hash = '' WHERE rid = 2");
      assertThat(found(membrane)).containsExactlyInAnyOrderElementsOf(ids);
      assertThat(store.vectors().orElseThrow().cosines("model", VECTOR, ids))
          .containsOnlyKeys(ids.get(0), ids.get(2));
      assertThatThrownBy(() -> membrane.revision().delete(ids.get(0), "a reason"))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(ids.get(0));
      membrane.revision().delete(ids.get(1), "a reason");
      assertThat(found(membrane)).containsExactlyInAnyOrder(ids.get(0), ids.get(2));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE audit_head SET sealed_sum = 'x' WHERE scope = (SELECT scope FROM memory WHERE rid = 1),"
        + "the head of its audit logs is damaged",
    "UPDATE data_key SET wrapped = 'x' WHERE id = 2,data key 2 cannot be decrypted"
  })
  void what_a_scope_has_lost_stops_no_other_from_being_written(String damage, String reason) {
    PostgresConfig config = EncryptedDatabases.fresh();
    try (PostgresStore store = PostgresStore.open(config)) {
      ScopeFacts.observe(store, "home", "ann");
    }
    TestDatabase.run(config, damage);
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = membrane(store)) {
      assertThatThrownBy(() -> ScopeFacts.observe(store, "home", "bob"))
          .isInstanceOf(UnreadableScopeException.class)
          .hasMessage("scope home cannot be written: " + reason);
      String other = ScopeFacts.observe(store, "office", "bob");
      assertThat(found(membrane)).contains(other);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_operator_has_the_index_of_words_made_anew(boolean isEncrypted) {
    PostgresConfig config = isEncrypted ? EncryptedDatabases.fresh() : TestDatabase.fresh();
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = membrane(store)) {
      List<String> ids = observe(store);
      String head = new AuditVerifier(store, checked -> {}).verify().head();
      TestDatabase.run(config, "DELETE FROM posting WHERE rid = 1");
      TestDatabase.run(config, "UPDATE pool_word SET records = records + 7");
      assertThat(new AuditVerifier(store, checked -> {}).verify().faults()).isEqualTo(2);
      assertThat(store.rebuild()).isTrue();
      assertThat(new AuditVerifier(store, checked -> {}).verify())
          .returns(null, it -> it.broken())
          .returns(head, it -> it.head());
      assertThat(found(membrane)).containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  private static List<String> observe(PostgresStore store) {
    return Stream.of("ann", "bob", "eve")
        .map(subject -> ScopeFacts.observe(store, "scope", subject))
        .toList();
  }

  private static Membrane membrane(PostgresStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }

  private static List<String> found(Memory membrane) {
    TrustContext all = TrustContext.upTo(Sensitivity.HYPER);
    RetrieveRequest asked =
        RetrieveRequest.builder().trust(all).taskDescriptor("marmalade").build();
    return membrane.retrieval().retrieve(asked).records().stream().map(it -> it.id()).toList();
  }
}
