package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scope of which the head of the audit logs was damaged, or the data key, beside another one. */
final class DamagedScopeTest {

  private static final String HEAD =
      "scope home cannot be written: the head of its audit logs is damaged";
  private static final String DAMAGE_HEAD =
      "UPDATE audit_head SET sum = 'x' WHERE scope = (SELECT scope FROM memory WHERE rid = 1)";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_damaged_head_stops_what_is_written_in_its_scope_and_nothing_else(boolean isEncrypted)
      throws SQLException {
    List<Changeset> prepared = new ArrayList<>();
    List<String> ids = fill(isEncrypted, prepared);
    String home = ids.get(0);
    String office = ids.get(1);
    assertThat(WordFacts.run(folder.resolve("m.db"), DAMAGE_HEAD)).isEqualTo(1);
    try (SqliteStore store = open(isEncrypted, "m.db");
        Membrane membrane = over(store, InstantSource.system())) {
      assertThatThrownBy(() -> observe(membrane, "home", "merlin"))
          .isInstanceOf(UnreadableScopeException.class)
          .hasMessage(HEAD);
      assertThatThrownBy(() -> membrane.revision().delete(home, "a reason")).hasMessage(HEAD);
      assertThat(found(membrane)).containsExactlyInAnyOrder(home, office);
      assertOthersAreTakenIn(membrane).hasMessage(HEAD);
      // In one transaction.
      var outcomes = store.commitEach(prepared.subList(prepared.size() - 2, prepared.size()));
      assertThatThrownBy(outcomes.get(0)::join).hasMessageContaining(HEAD);
      outcomes.get(1).join();
      assertThat(verified(store).broken()).asString().contains("head of scope home");
    }
  }

  @Test
  void what_is_due_in_other_scopes_goes_on_beside_a_damaged_head() throws SQLException {
    List<String> ids = new ArrayList<>();
    try (SqliteStore store = open(false, "m.db");
        Membrane membrane = over(store, InstantSource.system())) {
      for (String scope : List.of("home", "office")) {
        ids.add(membrane.ingestion().event(event(scope)).id());
      }
    }
    assertThat(WordFacts.run(folder.resolve("m.db"), DAMAGE_HEAD)).isEqualTo(1);
    InstantSource later = InstantSource.offset(InstantSource.system(), Duration.ofDays(2));
    try (SqliteStore store = open(false, "m.db");
        Membrane membrane = over(store, later)) {
      membrane.maintenance().consolidate();
      Instant nextDay = later.instant().plus(Duration.ofDays(2));
      assertThat(store.due(Queues.COMPRESSION, later.instant(), 9)).isEmpty();
      assertThat(store.due(Queues.COMPRESSION, nextDay, 9))
          .singleElement()
          .returns(ids.get(0), QueueRow::item);
    }
    InstantSource last = InstantSource.offset(InstantSource.system(), Duration.ofDays(4_000));
    try (SqliteStore store = open(false, "m.db");
        Membrane membrane = over(store, last)) {
      assertThat(membrane.maintenance().prune()).isEqualTo(1);
      assertThat(store.get(ids)).extracting(it -> it.record().id()).containsExactly(ids.get(0));
    }
  }

  /** The way out that integrity.md names. */
  @Test
  void an_import_makes_the_heads_anew() throws SQLException, IOException {
    ByteArrayOutputStream export = new ByteArrayOutputStream();
    try (SqliteStore store = open(false, "m.db");
        Membrane membrane = over(store, InstantSource.system())) {
      observe(membrane, "home", "kestrel");
    }
    assertThat(WordFacts.run(folder.resolve("m.db"), DAMAGE_HEAD)).isEqualTo(1);
    try (SqliteStore store = open(false, "m.db")) {
      new Exporter(store, true, (done, all) -> {}).write(export, "test", Instant.EPOCH);
    }
    try (SqliteStore store = open(false, "new.db")) {
      new Importer(store, (done, all) -> {})
          .load(new ByteArrayInputStream(export.toByteArray()), 0);
      try (Membrane membrane = over(store, InstantSource.system())) {
        observe(membrane, "home", "merlin");
      }
      assertThat(verified(store).broken()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "substr(wrapped, 1, length(wrapped) - 9) || 'AAAAAAAAA'",
        "'x'",
        "' '",
        "'file:0123456789abcdef' || substr(wrapped, instr(wrapped, ' '))"
      })
  void a_damaged_key_stops_what_is_written_in_its_scope_and_nothing_else(String wrapped)
      throws SQLException {
    List<Changeset> prepared = new ArrayList<>();
    List<String> ids = fill(true, prepared);
    String home = ids.get(0);
    String office = ids.get(1);
    String damage = "UPDATE data_key SET wrapped = " + wrapped + " WHERE id = 2";
    assertThat(WordFacts.run(folder.resolve("m.db-keys"), damage)).isEqualTo(1);
    boolean isOfOtherKey = wrapped.contains("file:");
    String why =
        isOfOtherKey
            ? ": key file:0123456789abcdef has wrapped it, and the configured one does not unwrap it"
            : "";
    String message = "scope home cannot be written: data key 2 cannot be decrypted" + why;
    try (SqliteStore store = open(true, "m.db");
        Membrane membrane = over(store, InstantSource.system())) {
      assertThatThrownBy(() -> observe(membrane, "home", "merlin"))
          .isInstanceOfSatisfying(
              UnreadableScopeException.class,
              it -> assertThat(it.isOfOtherKey()).isEqualTo(isOfOtherKey))
          .hasMessage(message);
      assertThatThrownBy(() -> membrane.retrieval().byId(home))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(home);
      assertThatThrownBy(() -> membrane.revision().delete(home, "a reason"))
          .isInstanceOf(UnreadableRecordException.class);
      assertThat(found(membrane)).containsExactly(office);
      assertOthersAreTakenIn(membrane).hasMessage(message);
      var outcomes = store.commitEach(prepared.subList(prepared.size() - 2, prepared.size()));
      assertThatThrownBy(outcomes.get(0)::join).hasMessageContaining(message);
      outcomes.get(1).join();
      assertThat(verified(store).broken()).asString().contains(home);
    }
  }

  /** A fact of each scope, with their ids; and another of each, prepared but not committed. */
  private List<String> fill(boolean isEncrypted, List<Changeset> prepared) {
    try (SqliteStore store = open(isEncrypted, "m.db");
        Membrane membrane = over(store, InstantSource.system());
        Membrane noting = over(new NotingStore(store, prepared), InstantSource.system())) {
      List<String> ids =
          List.of(observe(membrane, "home", "kestrel"), observe(membrane, "office", "heron"));
      observe(noting, "home", "goose");
      observe(noting, "office", "duck");
      return ids;
    }
  }

  /** Notes what would be committed. */
  private static final class NotingStore extends ForwardingStore {

    private final List<Changeset> noted;

    NotingStore(MemoryStore store, List<Changeset> noted) {
      super(store);
      this.noted = noted;
    }

    @Override
    public void commit(Changeset changeset) {
      noted.add(changeset);
    }
  }

  /** Takes in one of each scope together; answers with what is told of the damaged one. */
  private static AbstractThrowableAssert<?, ?> assertOthersAreTakenIn(Memory membrane) {
    List<IngestRequest> both =
        Stream.of("office", "home", "office").<IngestRequest>map(DamagedScopeTest::fact).toList();
    List<IngestItemAnswer> answers = membrane.ingestion().batch(both);
    assertThat(answers).extracting(IngestItemAnswer::isStored).containsExactly(true, false, true);
    return assertThat(answers.get(1).failure().orElseThrow())
        .isInstanceOf(UnreadableScopeException.class);
  }

  private static ObservationRequest fact(String scope) {
    return ObservationRequest.builder()
        .source("test")
        .subject("stork")
        .predicate("is")
        .object(new JsonString("white"))
        .options(IngestOptions.NONE.scope(scope))
        .build();
  }

  private static EventRequest event(String scope) {
    return EventRequest.builder()
        .source("ann")
        .eventKind("user")
        .ref("message")
        .summary("tea")
        .options(IngestOptions.NONE.scope(scope))
        .build();
  }

  private static List<String> found(Memory membrane) {
    RetrieveRequest asked =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor("kestrel or heron")
            .build();
    return membrane.retrieval().retrieve(asked).results().stream().map(it -> it.id()).toList();
  }

  private static AuditReport verified(SqliteStore store) {
    return new AuditVerifier(store, checked -> {}).verify();
  }

  private static Membrane over(MemoryStore store, InstantSource clock) {
    return Membrane.builder()
        .store(store)
        .clock(clock)
        .config(Map.of("episodic_half_life_seconds", "604800"))
        .backgroundJobs(false)
        .build();
  }

  private SqliteStore open(boolean isEncrypted, String name) {
    return isEncrypted ? KeyFiles.open(folder, name) : SqliteStore.open(folder.resolve(name));
  }
}
