package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is erased is gone with everything that was learned from it and from nothing else. A memory
 * is then as if it had never been told.
 */
public abstract class EraseTck extends ErasureScenes {

  /** For subclasses. */
  protected EraseTck() {}

  @Test
  void a_fact_of_an_erased_episode_goes_and_one_that_another_episode_states_stays() {
    String only = word();
    String both = "the office is in Lisbon";
    String gone = told("one", only, both);
    end(gone, OutcomeStatus.SUCCESS);
    String kept = told("two", both);
    end(kept, OutcomeStatus.SUCCESS);
    learn();
    assertThat(learned(MemoryType.SEMANTIC)).hasSize(2);
    EraseReport done = erase(gone);
    assertThat(done.records()).isEqualTo(Map.of(MemoryType.EPISODIC, 1L));
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(done.changed()).isEqualTo(1);
    assertThat(learned(MemoryType.SEMANTIC))
        .singleElement()
        .isInstanceOfSatisfying(
            SemanticPayload.class,
            fact ->
                assertThat(fact.evidence())
                    .singleElement()
                    .extracting(evidence -> evidence.sourceId())
                    .isEqualTo(kept));
    assertGone(only);
    learn();
    assertThat(learned(MemoryType.SEMANTIC)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_fact_is_no_surer_than_the_episodes_that_are_left(boolean isDeletedBefore) {
    String both = "the office is in Lisbon";
    unsure(both);
    String gone = told("one", both);
    end(gone, OutcomeStatus.SUCCESS);
    learn();
    assertThat(confidenceOfFact()).isEqualTo(0.8);
    if (isDeletedBefore) {
      membrane.revision().delete(gone, "");
      assertThat(confidenceOfFact()).isEqualTo(0.8);
    }
    erase(gone);
    assertThat(confidenceOfFact()).isEqualTo(0.3);
  }

  @Test
  void a_fact_that_a_caller_vouches_for_stays_as_sure_as_it_was() {
    String both = "the office is in Lisbon";
    unsure(both);
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject("user")
                .predicate("observed_in")
                .object(new JsonString(both))
                .options(IngestOptions.NONE.scope(SCOPE))
                .build());
    String gone = told("one", both);
    end(gone, OutcomeStatus.SUCCESS);
    learn();
    erase(gone);
    assertThat(confidenceOfFact()).isEqualTo(0.8);
  }

  private void unsure(String summary) {
    RecordDraft episode =
        CODEC.decodeDraft(
            """
            {"type":"episodic","sensitivity":"low","scope":"place","confidence":0.3,
             "provenance":{"sources":[{"kind":"event","ref":"ann"}]},
             "payload":{"kind":"episodic","outcome":"success","timeline":
             [{"t":"2026-01-01T00:00:00Z","event_kind":"user","ref":"message","summary":"%s"}]}}
            """
                .formatted(summary));
    RecordRequest request = RecordRequest.of("ann", episode);
    assertThat(membrane.ingestion().record(request).id()).isNotEmpty();
  }

  private double confidenceOfFact() {
    List<MemoryRecord> facts =
        records().stream().filter(it -> it.type() == MemoryType.SEMANTIC).toList();
    assertThat(facts).hasSize(1);
    return facts.get(0).confidence();
  }

  @Test
  void a_retracted_fact_of_an_erased_episode_goes_too() {
    String only = word();
    String gone = told("one", only);
    end(gone, OutcomeStatus.SUCCESS);
    learn();
    MemoryRecord fact =
        records().stream().filter(it -> it.type() == MemoryType.SEMANTIC).findFirst().orElseThrow();
    membrane.revision().retract(fact.id(), "no longer");
    assertThat(erase(gone).learnedIds()).containsExactly(fact.id());
    assertGone(only);
  }

  @Test
  void the_rationale_of_a_revision_goes_from_both_sides() {
    String why = word();
    String object = word();
    String old = observe("Ann", object);
    String next = membrane.revision().supersede(old, fact("Ann", "tea"), why).id();
    erase(old);
    assertGone(why, object);
    assertThat(membrane.retrieval().byId(next, ALL)).isInstanceOf(MemoryRecord.class);
    List<AuditLink> log = membrane.audit().of(next);
    assertThat(log).first().satisfies(link -> assertThat(link.nonce()).isEmpty());
    assertThat(((MemoryRecord) membrane.retrieval().byId(next, ALL)).payload())
        .extracting(payload -> ((SemanticPayload) payload).object())
        .isEqualTo(new JsonString("tea"));
  }

  @Test
  void a_successor_no_longer_names_what_it_superseded() {
    String first = observe("Ann", "rain");
    String second = membrane.revision().supersede(first, fact("Ann", "tea"), "changed").id();
    String third = membrane.revision().supersede(second, fact("Ann", "rum"), "changed").id();
    erase(first);
    RevisionState state = revision(second);
    assertThat(state.supersedes()).isNull();
    assertThat(state.supersededBy()).isEqualTo(third);
    assertThat(state.isRetired()).isTrue();
    assertThat(records()).hasSize(2).extracting(CODEC::encode).noneMatch(it -> it.contains(first));
    erase(second);
    assertThat(revision(third)).isEqualTo(new RevisionState(null, null, RevisionStatus.ACTIVE));
  }

  private RevisionState revision(String id) {
    MemoryRecord record = (MemoryRecord) membrane.retrieval().byId(id, ALL);
    return Objects.requireNonNull(record.revision());
  }

  @Test
  void a_superseded_fact_stays_when_its_successor_is_erased() {
    String object = word();
    String old = observe("Ann", "tea");
    String next = membrane.revision().supersede(old, fact("Ann", object), "corrected").id();
    EraseReport done = erase(next);
    assertThat(done.ids()).containsExactly(next);
    assertGone(object);
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(old);
  }

  @Test
  void an_idempotency_key_goes_so_that_a_repeat_is_a_new_record() {
    ObservationRequest request =
        ObservationRequest.builder()
            .source("ann")
            .subject("Ann")
            .predicate("likes")
            .object(new JsonString("tea"))
            .options(IngestOptions.NONE.scope(SCOPE))
            .idempotencyKey("once")
            .build();
    String id = membrane.ingestion().observe(request).id();
    assertThat(erase(id).idempotencyKeys()).isEqualTo(1);
    assertThat(membrane.ingestion().observe(request).id()).isNotEqualTo(id);
  }

  @Test
  void a_dry_run_counts_what_is_left_of_records_that_were_deleted() {
    String[] secret = {word(), word()};
    run("one", secret[0], OutcomeStatus.SUCCESS, Map.of("a", secret[1]));
    run("two", secret[0], OutcomeStatus.SUCCESS, Map.of("a", secret[1]));
    learn();
    var unused =
        membrane
            .ingestion()
            .observe(
                ObservationRequest.builder()
                    .source("ann")
                    .subject("Ann")
                    .predicate("likes")
                    .object(new JsonString(secret[0]))
                    .options(IngestOptions.NONE.scope(SCOPE))
                    .idempotencyKey("once")
                    .build());
    List<String> ids = records().stream().map(MemoryRecord::id).toList();
    ids.forEach(id -> membrane.revision().delete(id, "a reason"));
    EraseReport done = erase(EraseRequest.ofScope(SCOPE));
    assertThat(done.records()).isEmpty();
    assertThat(done.pruned()).isEqualTo(ids.size());
    assertThat(done.prunedIds()).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(done.idempotencyKeys()).isEqualTo(1);
    assertGone(secret);
    assertThat(membrane.revision().erase(EraseRequest.ofScope(SCOPE)))
        .returns("", EraseReport::proofId)
        .returns(0L, EraseReport::pruned);
  }

  @Test
  void a_dry_run_counts_receipts() {
    RetrieveRequest asked =
        RetrieveRequest.builder().trust(ALL).taskDescriptor("where is Ann").receipt(true).build();
    assertThat(membrane.retrieval().retrieve(asked).receiptId()).isNotEmpty();
    assertThat(erase(EraseRequest.ofSubject("Ann")).idempotencyKeys()).isEqualTo(1);
  }
}
