package dev.membrane.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WithholdingTest {

  private static final Caller LOW = EngineFixture.upTo(Sensitivity.LOW);
  private static final ChangeReason BOSS = ChangeReason.of("the boss", "because of the merger");

  /** The id of no record. */
  private static final String NEVER = "ffffffff-0000-7000-8000-000000000000";

  private final EngineFixture house = new EngineFixture();
  private final String seen = Facts.in(house, Facts.draft("tea"));

  @Test
  void what_contests_a_record_from_above_is_not_told() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    house.pass(Duration.ofSeconds(1));
    house.revision.contest(seen, hidden, BOSS, Caller.ANONYMOUS);
    MemoryRecord shown = read(seen);
    assertThat(Objects.requireNonNull(shown.revision()).status())
        .isEqualTo(RevisionStatus.CONTESTED);
    assertThat(shown.relations()).isEmpty();
    assertThat(shown.auditLog()).hasSize(2);
    assertWithheld(shown.auditLog().get(1));
    assertThat(shown.auditLog().get(0).rationale()).isNotEmpty();
    assertNothingOf(hidden);
  }

  @Test
  void what_replaces_a_record_above_is_not_told() {
    house.pass(Duration.ofSeconds(1));
    String hidden =
        house
            .revision
            .supersede(
                seen,
                RecordDraft.builder()
                    .payload(Facts.proven("coffee"))
                    .sensitivity(Sensitivity.HIGH)
                    .build(),
                BOSS,
                Caller.ANONYMOUS)
            .id();
    MemoryRecord shown = read(seen);
    assertThat(Objects.requireNonNull(shown.revision()).supersededBy()).isNull();
    assertThat(shown.isRetired()).isTrue();
    assertWithheld(shown.auditLog().get(1));
    assertNothingOf(hidden);
    assertThat(house.record(seen).revision()).isNotEqualTo(shown.revision());
    house.decay.delete(hidden, BOSS, Caller.ANONYMOUS);
    assertWithheld(read(seen).auditLog().get(1));
    assertNothingOf(hidden);
  }

  @Test
  void what_is_forked_from_a_record_is_told_to_whoever_forked_it() {
    RecordDraft above =
        RecordDraft.builder().payload(Facts.proven("coffee")).sensitivity(Sensitivity.HIGH).build();
    String hidden = house.revision.fork(seen, above, BOSS, Caller.ANONYMOUS).id();
    assertWithheld(read(seen).auditLog().get(1));
    assertNothingOf(hidden);
    house.decay.delete(hidden, BOSS, Caller.ANONYMOUS);
    assertWithheld(read(seen).auditLog().get(1));
    RecordDraft beside = RecordDraft.builder().payload(Facts.proven("milk")).build();
    ChangeReason own = ChangeReason.of(LOW.name(), "they like it white");
    var unused = house.revision.fork(seen, beside, own, LOW);
    assertThat(read(seen).auditLog().get(2).rationale()).isEqualTo("they like it white");
  }

  @Test
  void what_a_record_came_from_above_is_not_told() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    house.pass(Duration.ofSeconds(1));
    SemanticPayload fact =
        Facts.saying("milk")
            .withEvidence(
                List.of(
                    new ProvenanceRef(EvidenceType.EVENT, hidden, EngineFixture.NOON),
                    new ProvenanceRef(EvidenceType.EVENT, "chat-7", EngineFixture.NOON)));
    String open =
        Facts.in(
            house,
            Facts.draft("milk")
                .payload(fact)
                .relations(List.of(new Relation("supports", hidden, 0.5, null)))
                .provenance(
                    new Provenance(
                        List.of(
                            source("outcome:" + hidden.toUpperCase(Locale.ROOT) + ":success"),
                            source("notes.md")),
                        "tester")));
    MemoryRecord shown = read(open);
    assertThat(shown.relations()).isEmpty();
    assertThat(shown.provenance().sources()).containsExactly(source("notes.md"));
    assertThat(((SemanticPayload) shown.payload()).evidence())
        .extracting(ProvenanceRef::sourceId)
        .containsExactly("chat-7");
    assertNothingOf(hidden);
  }

  @Test
  void an_entry_that_quotes_an_id_from_above_keeps_what_was_done_and_when() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    house.pass(Duration.ofSeconds(1));
    house.decay.reinforce(seen, ChangeReason.of("ann", "as " + hidden + " says"), Caller.ANONYMOUS);
    house.decay.reinforce(seen, ChangeReason.of("bob", "as everybody says"), Caller.ANONYMOUS);
    List<AuditLink> whole = house.log(seen);
    List<AuditLink> log = house.audit.log(seen, null, LOW);
    assertThat(log).hasSize(3);
    assertThat(log.get(1).entry())
        .isEqualTo(new AuditEntry(whole.get(1).entry().action(), "", house.instant(), ""));
    assertThat(log.stream().map(AuditLink::hash))
        .containsExactlyElementsOf(whole.stream().map(AuditLink::hash).toList());
    assertThat(log.get(1).nonce() + log.get(1).rationaleHash()).isEmpty();
    assertThat(log.get(2)).isEqualTo(whole.get(2));
    assertNothingOf(hidden);
  }

  @Test
  void a_deleted_record_is_as_hidden_as_it_was() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    house.revision.contest(seen, hidden, BOSS, Caller.ANONYMOUS);
    house.decay.delete(hidden, BOSS, Caller.ANONYMOUS);
    assertThat(read(seen).relations()).isEmpty();
    assertNothingOf(hidden);
  }

  @Test
  void an_id_in_a_reason_tells_nothing_of_whether_there_is_such_a_record() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    String deleted = Facts.in(house, Facts.draft("juice").sensitivity(Sensitivity.HYPER));
    house.decay.delete(deleted, BOSS, Caller.ANONYMOUS);
    for (String guess : List.of(hidden, deleted, NEVER)) {
      house.pass(Duration.ofSeconds(1));
      house.decay.reinforce(seen, ChangeReason.of("ann", "as " + guess), Caller.ANONYMOUS);
      assertWithheld(read(seen).auditLog().get(read(seen).auditLog().size() - 1));
      List<AuditLink> log = house.audit.log(seen, null, LOW);
      assertWithheld(log.get(log.size() - 1).entry());
    }
  }

  /** Anybody may write what erasures and ingestion write. */
  @Test
  void words_before_an_id_do_not_make_it_tell_that_either() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    for (String words : List.of("Erased, proof ", "Ingested event from ", "Appended event from ")) {
      for (String guess : List.of(hidden, NEVER)) {
        house.pass(Duration.ofSeconds(1));
        house.decay.reinforce(seen, ChangeReason.of("ann", words + guess), Caller.ANONYMOUS);
        List<AuditLink> log = house.audit.log(seen, null, LOW);
        assertWithheld(log.get(log.size() - 1).entry());
      }
    }
  }

  @Test
  void an_id_that_no_record_can_have_been_given_hides_nothing() {
    String reason = "CI run 9d0f6a1e-5b7c-4c1e-8f00-0123456789ab confirmed it";
    house.decay.reinforce(seen, ChangeReason.of("ann", reason), Caller.ANONYMOUS);
    assertThat(EngineFixture.rationales(read(seen))).contains(reason);
    assertThat(house.audit.log(seen, null, LOW)).isEqualTo(house.log(seen));
  }

  /** Instances of agents are named so. */
  @Test
  void the_source_of_what_came_in_may_look_like_an_id() {
    String observed = observe("tea", NEVER, Caller.ANONYMOUS);
    assertThat(observe("tea", NEVER, Caller.ANONYMOUS)).isEqualTo(observed);
    assertThat(house.audit.log(observed, null, LOW)).isEqualTo(house.log(observed)).hasSize(2);
    assertThat(EngineFixture.rationales(read(observed)))
        .containsOnly("Ingested observation from " + NEVER);
  }

  @Test
  void what_the_caller_sees_stays() {
    String other = Facts.in(house, Facts.draft("coffee"));
    house.revision.contest(seen, other, ChangeReason.of("ann", "see " + other), Caller.ANONYMOUS);
    MemoryRecord shown = read(seen);
    assertThat(shown)
        .isEqualTo(
            house.retrieval.byId(seen, TrustContext.upTo(Sensitivity.HYPER), Caller.ANONYMOUS));
    assertThat(shown.relations()).extracting(Relation::targetId).containsExactly(other);
    assertThat(shown.auditLog().get(1).rationale()).contains(other);
  }

  @Test
  void the_answers_of_writes_withhold_it_too() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    house.revision.contest(seen, hidden, BOSS, Caller.ANONYMOUS);
    RecordDraft successor = Facts.successor("green tea");
    RecordView fork = house.revision.fork(seen, successor, ChangeReason.of("ann", ""), LOW);
    assertThat(json(fork)).doesNotContain(hidden);
  }

  @Test
  void what_a_caller_wrote_does_not_tell_them_whether_there_is_such_an_id() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    for (String guess : List.of(hidden, NEVER)) {
      SemanticPayload fact =
          Facts.saying("milk")
              .withEvidence(
                  List.of(new ProvenanceRef(EvidenceType.EVENT, guess, EngineFixture.NOON)));
      RecordDraft draft =
          Facts.draft("milk")
              .payload(fact)
              .provenance(new Provenance(List.of(source(guess)), "tester"))
              .build();
      String own = house.service.record(RecordRequest.of("tester", draft), LOW).id();
      house.revision.contest(own, guess, ChangeReason.of("ann", ""), LOW);
      MemoryRecord shown = read(own);
      assertThat(shown.provenance().sources()).containsExactly(source(guess));
      assertThat(shown.payload()).isEqualTo(house.record(own).payload());
      assertThat(EngineFixture.rationales(shown)).contains("Contested by " + guess);
    }
  }

  @Test
  void what_moves_salience_does_not_make_what_a_caller_wrote_tell_it_either() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    String never = "ffffffff-0000-7000-8000-000000000000";
    for (String guess : List.of(hidden, never)) {
      String own = observe("tea of " + guess, guess, LOW);
      MemoryRecord written = read(own);
      for (int i = 0; i < 45; i++) {
        house.decay.reinforce(own, ChangeReason.of("tester", "often"), LOW);
      }
      assertThat(read(own).provenance()).isEqualTo(written.provenance());
      assertThat(read(own).payload()).isEqualTo(written.payload());
      assertThat(listed(own).provenance()).isEqualTo(written.provenance());
      house.decay.reinforce(own, BOSS, Caller.ANONYMOUS);
      house.decay.penalize(own, 0.1, BOSS, Caller.ANONYMOUS);
      assertThat(read(own).provenance()).isEqualTo(written.provenance());
      assertThat(written.provenance().sources()).isNotEmpty();
    }
  }

  @Test
  void what_another_brings_in_stays_withheld_however_often_the_caller_writes_then() {
    String hidden = Facts.in(house, Facts.draft("coffee").sensitivity(Sensitivity.HYPER));
    String own = observe("tea", "notes.md", LOW);
    for (int i = 0; i < 25; i++) {
      house.decay.reinforce(own, ChangeReason.of("tester", "often"), LOW);
    }
    assertThat(observe("tea", hidden, Caller.ANONYMOUS)).isEqualTo(own);
    for (int i = 0; i < 25; i++) {
      house.decay.reinforce(own, ChangeReason.of("tester", "often"), LOW);
    }
    assertThat(read(own).provenance().sources())
        .extracting(ProvenanceSource::ref)
        .containsExactly("notes.md");
    assertThat(json(read(own))).doesNotContain(hidden);
    assertThat(json(listed(own))).contains("notes.md").doesNotContain(hidden);
  }

  /** As {@link #read}, with no more of the audit log than its beginning and its end. */
  private MemoryRecord listed(String id) {
    RetrieveRequest request =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.LOW)).build();
    return house.retrieval.retrieve(request, LOW).records().stream()
        .filter(record -> record.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void however_many_records_are_answered_what_they_name_is_looked_up_at_once() {
    List<String> hidden = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String above = Facts.in(house, Facts.draft("a" + i).sensitivity(Sensitivity.HYPER));
      String below = Facts.in(house, Facts.draft("b" + i));
      house.revision.contest(below, above, BOSS, Caller.ANONYMOUS);
      hidden.add(above);
    }
    house.store.asked();
    RetrieveAnswer answer =
        house.retrieval.retrieve(
            RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.LOW)).build(), LOW);
    assertThat(answer.results()).hasSize(61);
    assertThat(house.store.asked()).endsWith("headers 60").filteredOn(this::asksHeaders).hasSize(2);
    String all = String.join(" ", answer.results().stream().map(WithholdingTest::json).toList());
    assertThat(hidden).noneMatch(all::contains);
    assertThat(IntStream.range(0, 61).mapToObj(answer.results()::get))
        .hasOnlyElementsOfType(MemoryRecord.class);
  }

  private String observe(String object, String source, Caller caller) {
    return house
        .service
        .record(
            ObservationRequest.builder()
                .source(source)
                .subject("ann")
                .predicate("drinks")
                .object(new JsonString(object))
                .options(IngestOptions.NONE.unscoped())
                .build(),
            caller)
        .id();
  }

  private boolean asksHeaders(String asked) {
    return asked.startsWith("headers");
  }

  private static ProvenanceSource source(String ref) {
    return new ProvenanceSource(ProvenanceKind.ARTIFACT, ref, null, null, null);
  }

  private MemoryRecord read(String id) {
    return (MemoryRecord) house.retrieval.byId(id, TrustContext.upTo(Sensitivity.LOW), LOW);
  }

  private static void assertWithheld(AuditEntry entry) {
    assertThat(entry.actor() + entry.rationale()).isEmpty();
  }

  /** In any answer that somebody gets who sees the record and not the other one. */
  private void assertNothingOf(String hidden) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.LOW))
            .includeRetracted(true)
            .build();
    List<String> answers =
        new ArrayList<>(
            house.retrieval.retrieve(request, LOW).results().stream()
                .filter(MemoryRecord.class::isInstance)
                .map(WithholdingTest::json)
                .toList());
    answers.add(json(read(seen)));
    house.audit.log(seen, null, LOW).forEach(link -> answers.add(link.toString()));
    for (String answer : answers) {
      assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain(hidden);
      assertThat(answer).doesNotContain(BOSS.actor(), BOSS.rationale());
    }
  }

  private static String json(RecordView view) {
    return new RecordCodec().encode(view);
  }
}
