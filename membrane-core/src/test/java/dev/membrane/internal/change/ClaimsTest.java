package dev.membrane.internal.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.Progress;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimsTest {

  private static final Progress UNSEEN = (done, all) -> {};
  private static final ChangeReason WHY = ChangeReason.of("", "better");
  private static final Caller INTAKE = caller(Permission.INGEST);
  private static final Caller EDITOR = caller(Permission.INGEST, Permission.REVISE);
  private static final Caller CHIEF =
      caller(Permission.INGEST, Permission.REVISE, Permission.ADMIN);

  /** {@code consolidation/competence} as its author: provenance is kept as given. */
  private static final Provenance FORGED =
      new Provenance(
          List.of(new ProvenanceSource(ProvenanceKind.EVENT, "run", null, null, null)),
          "consolidation/competence");

  private final EngineFixture house = new EngineFixture();

  @ParameterizedTest
  @MethodSource("tooMuch")
  void who_only_ingests_cannot_claim(String field, Consumer<RecordDraft.Builder> claim) {
    RecordDraft.Builder draft = Facts.draft("Go").scope("red");
    claim.accept(draft);

    assertThatThrownBy(() -> house.service.record(request(draft), INTAKE))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageStartingWith(field);
    assertThat(house.store.commits()).isEmpty();
    house.service.record(request(draft), CHIEF);
    house.service.record(request(draft), Caller.ANONYMOUS);
  }

  @ParameterizedTest
  @MethodSource("tooMuch")
  void a_revision_cannot_claim_either(String field, Consumer<RecordDraft.Builder> claim) {
    String one = Facts.in(house, Facts.draft("Go").scope("red"));
    String other = Facts.in(house, Facts.draft("C").scope("red"));
    RecordDraft.Builder draft = RecordDraft.builder().payload(Facts.proven("Rust"));
    claim.accept(draft);
    int before = house.store.commits().size();

    assertDenied(field, () -> house.revision.supersede(one, draft.build(), WHY, EDITOR));
    assertDenied(field, () -> house.revision.fork(one, draft.build(), WHY, EDITOR));
    assertDenied(
        field, () -> house.revision.merge(List.of(one, other), draft.build(), WHY, EDITOR));
    assertThat(house.store.commits()).hasSize(before);
    house.revision.merge(List.of(one, other), draft.build(), WHY, CHIEF);
  }

  static Stream<Arguments> tooMuch() {
    return Stream.of(
        claim("salience above 1", draft -> draft.salience(1.0000001)),
        claim("salience above 1", draft -> draft.salience(1.7e308)),
        claim(
            "lifecycle.pinned",
            draft -> draft.lifecycle(LifecycleDraft.builder().pinned(true).build())),
        claim(
            "lifecycle.deletion_policy",
            draft ->
                draft.lifecycle(
                    LifecycleDraft.builder().deletionPolicy(DeletionPolicy.NEVER).build())));
  }

  @Test
  void what_is_no_claim_too_much_is_taken() {
    LifecycleDraft modest =
        LifecycleDraft.builder().pinned(false).deletionPolicy(DeletionPolicy.MANUAL_ONLY).build();
    RecordDraft.Builder draft = Facts.draft("Go").scope("red").salience(1.0).lifecycle(modest);

    MemoryRecord record = house.record(house.service.record(request(draft), INTAKE).id());

    assertThat(record.salience()).isEqualTo(1);
    assertThat(record.lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.MANUAL_ONLY);
  }

  @Test
  void only_who_revises_relates_by_supersedes() {
    String old = Facts.in(house, Facts.draft("Go").scope("red"));
    RecordDraft.Builder draft =
        Facts.draft("Rust")
            .scope("red")
            .relations(
                List.of(
                    new Relation("supports", old, null, null),
                    new Relation("supersedes", old, null, null)));

    assertDenied(
        "relations[1].predicate supersedes needs the permission revise",
        () -> house.service.record(request(draft), INTAKE));
    String id = house.service.record(request(draft), EDITOR).id();
    assertThat(house.record(id).relations()).hasSize(2);
  }

  @Test
  void a_successor_keeps_what_an_admin_has_given_its_predecessor() {
    LifecycleDraft kept =
        LifecycleDraft.builder().pinned(true).deletionPolicy(DeletionPolicy.NEVER).build();
    RecordDraft unsaid = Facts.successor("Rust");
    RecordDraft said =
        RecordDraft.builder().payload(Facts.proven("C")).salience(3.0).lifecycle(kept).build();

    for (RecordDraft draft : List.of(unsaid, said)) {
      String old = Facts.in(house, Facts.draft("Go").scope("red").salience(3.0).lifecycle(kept));
      String id = house.revision.supersede(old, draft, WHY, EDITOR).id();
      assertThat(house.record(id).lifecycle().pinned()).isTrue();
      assertThat(house.record(id).lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.NEVER);
      assertThat(house.stored(id).anchor().salience()).isEqualTo(3);
    }
  }

  /** The source stays as it is, so there would be more of what an admin gave. */
  @Test
  void a_fork_has_no_more_than_its_caller_may_claim() {
    LifecycleDraft kept =
        LifecycleDraft.builder().pinned(true).deletionPolicy(DeletionPolicy.NEVER).build();
    String source = Facts.in(house, Facts.draft("Go").scope("red").salience(3.0).lifecycle(kept));

    String fork = house.revision.fork(source, Facts.successor("Rust"), WHY, EDITOR).id();
    String ofAdmin = house.revision.fork(source, Facts.successor("C"), WHY, CHIEF).id();

    assertThat(house.record(fork).lifecycle().pinned()).isFalse();
    assertThat(house.record(fork).lifecycle().deletionPolicy())
        .isEqualTo(DeletionPolicy.MANUAL_ONLY);
    assertThat(house.stored(fork).anchor().salience()).isEqualTo(1);
    assertThat(house.record(ofAdmin).lifecycle()).isEqualTo(house.record(source).lifecycle());
    assertThat(house.stored(ofAdmin).anchor().salience()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void claimed_counts_are_kept_and_count_for_nothing(Payload claimed, Payload untried) {
    String id = in(house, claimed, INTAKE);

    assertThat(house.record(id).payload()).isEqualTo(claimed);
    assertClaimed(house, true, successOf(untried));
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void the_counts_of_a_revision_are_claimed_too(Payload claimed, Payload untried) {
    String old = in(house, untried, INTAKE);
    house.revision.supersede(old, RecordDraft.builder().payload(claimed).build(), WHY, EDITOR);

    assertClaimed(house, true, successOf(untried));
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void an_admin_is_believed(Payload claimed, Payload untried) {
    in(house, claimed, CHIEF);

    JsonObject selector = selector(house);
    assertThat(selector.members().get("claimed")).isEqualTo(new JsonBoolean(false));
    assertThat(number(selector, "success_at_best")).isLessThan(successOf(untried));
  }

  @Test
  void a_claim_stays_one_through_later_changes_and_an_import() throws Exception {
    String id = in(house, skill(1_000_000_000_000L), INTAKE);
    house.decay.reinforce(id, WHY, EDITOR);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var unused = new Exporter(house.store, false, UNSEEN).write(out, "1", EngineFixture.NOON);
    EngineFixture other = new EngineFixture();
    var loaded =
        new Importer(other.store, UNSEEN).load(new ByteArrayInputStream(out.toByteArray()), 0);
    assertThat(loaded.records()).isEqualTo(1);

    assertClaimed(house, true, 1);
    assertClaimed(other, true, 1);
  }

  static Stream<Arguments> procedures() {
    return Stream.of(
        Arguments.of(skill(1_000_000_000_000L), skill(0)),
        Arguments.of(plan(1_000_000_000_000L), plan(0)));
  }

  private static Payload skill(long successes) {
    return new CompetencePayload(
        "deploy",
        List.of(),
        List.of(),
        List.of("kubectl"),
        List.of(),
        List.of(),
        new PerformanceStats(successes, successes, successes == 0 ? 0 : 0.5, null, null),
        null,
        null);
  }

  private static Payload plan(long executions) {
    return new PlanGraphPayload(
        "p",
        "1",
        "deploy",
        null,
        null,
        null,
        List.of(),
        List.of(),
        new PlanMetrics(null, executions == 0 ? 0 : 0.5, executions, null),
        null);
  }

  private static double successOf(Payload procedure) {
    EngineFixture fresh = new EngineFixture();
    in(fresh, procedure, INTAKE);
    JsonObject selector = selector(fresh);
    assertThat(selector.members().get("claimed")).isEqualTo(new JsonBoolean(false));
    return number(selector, "success_at_best");
  }

  private static void assertClaimed(EngineFixture house, boolean claimed, double success) {
    JsonObject selector = selector(house);
    assertThat(selector.members().get("claimed")).isEqualTo(new JsonBoolean(claimed));
    assertThat(number(selector, "success_at_best")).isEqualTo(success);
  }

  private static JsonObject selector(EngineFixture house) {
    RetrieveAnswer answer =
        house.retrieval.retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .taskDescriptor("deploy")
                .explain(true)
                .build(),
            Caller.ANONYMOUS);
    JsonObject relevance = (JsonObject) member(answer.entries().get(0).explanation(), "relevance");
    return (JsonObject) member(relevance, "selector");
  }

  private static JsonValue member(JsonObject json, String name) {
    return json.members().get(name);
  }

  private static double number(JsonObject json, String name) {
    return ((JsonNumber) member(json, name)).doubleValue();
  }

  private static String in(EngineFixture house, Payload procedure, Caller caller) {
    MemoryType type = procedure.kind();
    RecordDraft.Builder draft =
        RecordDraft.builder()
            .type(type)
            .sensitivity(Sensitivity.LOW)
            .scope("red")
            .provenance(FORGED)
            .payload(procedure);
    return house.service.record(request(draft), caller).id();
  }

  private static RecordRequest request(RecordDraft.Builder draft) {
    return RecordRequest.of("agent", draft.build());
  }

  private static void assertDenied(String field, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageStartingWith(field);
  }

  private static Arguments claim(String field, Consumer<RecordDraft.Builder> claim) {
    return Arguments.of(field, claim);
  }

  private static Caller caller(Permission... permissions) {
    return Caller.named("carol").upTo(Sensitivity.HYPER).permitted(Set.of(permissions));
  }
}
