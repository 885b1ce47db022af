package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseReport;
import dev.membrane.EraseRequest;
import dev.membrane.HistoryEntry;
import dev.membrane.IngestBatchRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
  void procedures_are_as_if_an_erased_run_had_never_been() {
    String[] secret = {word(), word(), word()};
    Map<String, String> usual = Map.of("region", "north");
    run("one", "move the tables", OutcomeStatus.SUCCESS, usual);
    run("two", "move the tables now", OutcomeStatus.SUCCESS, usual);
    clock.pass(Duration.ofMinutes(1));
    learn();
    final Map<String, Payload> before = procedures();
    assertThat(before).hasSize(2);
    String gone =
        run(
            "three",
            secret[0],
            OutcomeStatus.SUCCESS,
            Map.of("region", secret[1], "as", secret[2]));
    String failed = run("four", secret[0], OutcomeStatus.FAILURE, Map.of("region", secret[1]));
    learn();
    assertThat(procedures()).isNotEqualTo(before);
    EraseReport done = erase(gone, failed);
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(procedures()).isEqualTo(before);
    assertThat(store.keptRunsOf(List.of(gone))).isEmpty();
    assertThat(ownedKeys()).noneMatch(value -> value.contains(gone) || value.contains(failed));
    assertGone(secret);
  }

  @Test
  void a_retracted_procedure_loses_what_it_has_from_an_erased_run() {
    String secret = word();
    Map<String, String> usual = Map.of("region", secret);
    String gone = run("one", "move the tables", OutcomeStatus.SUCCESS, usual);
    run("two", "move the tables now", OutcomeStatus.SUCCESS, Map.of("region", secret));
    String last = run("three", "move the tables again", OutcomeStatus.SUCCESS, Map.of());
    learn();
    records().stream()
        .filter(it -> it.type() == MemoryType.COMPETENCE || it.type() == MemoryType.PLAN_GRAPH)
        .forEach(it -> membrane.revision().retract(it.id(), ""));
    String second =
        records().stream()
            .filter(it -> it.type() == MemoryType.EPISODIC)
            .map(MemoryRecord::id)
            .filter(id -> !id.equals(gone) && !id.equals(last))
            .findFirst()
            .orElseThrow();
    run("four", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    erase(gone, second);
    assertThat(learned(MemoryType.COMPETENCE)).isNotEmpty();
    assertGone(secret);
  }

  @Test
  void a_use_that_a_run_has_reported_goes_with_it() {
    run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of());
    learn();
    String procedure =
        records().stream()
            .filter(it -> it.type() == MemoryType.COMPETENCE)
            .map(MemoryRecord::id)
            .findFirst()
            .orElseThrow();
    String gone = told("three", "move the shelves");
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(gone)
                .status(OutcomeStatus.SUCCESS)
                .usedRecordIds(List.of(procedure))
                .build());
    assertThat(ownedKeys()).anyMatch(value -> value.contains(gone));
    erase(gone);
    assertThat(ownedKeys()).noneMatch(value -> value.contains(gone));
  }

  @Test
  void what_was_derived_from_erased_records_only_goes_and_the_rest_forgets_them() {
    RecordDraft skill =
        CODEC.decodeDraft(
            """
            {"type":"competence","sensitivity":"low","scope":"place",
             "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
             "payload":{"kind":"competence","skill_name":"move","triggers":[],"recipe":[]}}
            """);
    String source =
        membrane
            .ingestion()
            .record(RecordRequest.builder().record(skill).source("agent").build())
            .id();
    RecordDraft bare =
        CODEC.decodeDraft(
            """
            {"payload":{"kind":"competence","skill_name":"lift","triggers":[],"recipe":[]}}
            """);
    String fork = membrane.revision().fork(source, bare, "").id();
    String second = membrane.revision().fork(fork, bare, "").id();
    String fact = observe("Ann", "tea");
    String own = membrane.revision().fork(fact, fact("Ann", "rain"), "").id();
    assertThat(erase(source, fact).learnedIds()).containsExactlyInAnyOrder(fork, second);
    assertThat(records())
        .singleElement()
        .satisfies(
            left -> {
              assertThat(left.id()).isEqualTo(own);
              assertThat(left.relations()).isEmpty();
              assertThat(left.provenance().sources()).noneMatch(it -> it.ref().equals(fact));
            });
  }

  @Test
  void a_procedure_that_too_few_runs_are_left_of_goes_with_them() {
    String one = run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    String two = run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of());
    learn();
    assertThat(learned(MemoryType.COMPETENCE)).hasSize(1);
    EraseReport done = erase(one);
    assertThat(done.learned())
        .isEqualTo(Map.of(MemoryType.COMPETENCE, 1L, MemoryType.SEMANTIC, 1L));
    assertThat(learned(MemoryType.PLAN_GRAPH)).hasSize(1);
    erase(two);
    assertThat(learned(MemoryType.PLAN_GRAPH)).isEmpty();
  }

  @Test
  void an_erased_procedure_leaves_nothing_of_its_runs_and_is_not_learned_again() {
    String value = word();
    String task = word();
    for (String episode : List.of("one", "two")) {
      String id = run(episode, task, OutcomeStatus.SUCCESS, Map.of("region", value));
      if (episode.equals("two")) {
        learn();
      }
      assertThat(id).isNotEmpty();
    }
    List<String> procedures =
        records().stream()
            .filter(it -> it.type() == MemoryType.COMPETENCE || it.type() == MemoryType.PLAN_GRAPH)
            .map(MemoryRecord::id)
            .toList();
    records().stream()
        .filter(it -> it.type() == MemoryType.EPISODIC || it.type() == MemoryType.SEMANTIC)
        .forEach(it -> membrane.revision().delete(it.id(), ""));
    assertThat(everything().text.toString()).contains(value);
    erase(EraseRequest.ofRecords(procedures));
    erase(
        EraseRequest.ofRecords(
            everything().kept.stream()
                .filter(kept -> kept.trail().stored() == null)
                .map(kept -> kept.trail().id())
                .toList()));
    assertGone(value);
    run("three", "again", OutcomeStatus.SUCCESS, Map.of());
    run("four", "again", OutcomeStatus.SUCCESS, Map.of());
    learn();
    assertThat(learned(MemoryType.COMPETENCE)).isEmpty();
    assertThat(learned(MemoryType.PLAN_GRAPH)).isEmpty();
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
  void a_subject_goes_with_the_episodes_that_only_its_facts_have() {
    String[] secret = {word(), word()};
    String mine = observe("Ann", secret[0]);
    String old = observe("Ann", secret[1]);
    membrane.revision().retract(old, "");
    String other = observe("Annabel", "Ann");
    EraseReport planned = membrane.revision().erase(EraseRequest.ofSubject("Ann").asDryRun());
    assertThat(planned.ids()).containsExactlyInAnyOrder(mine, old);
    assertThat(planned.others()).containsExactly(other);
    erase(EraseRequest.ofSubject("Ann"));
    assertGone(secret);
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(other);
  }

  @Test
  void an_episode_goes_with_the_subject_unless_something_else_was_learned_from_it() {
    String only = told("one", word());
    end(only, OutcomeStatus.SUCCESS);
    learn();
    String shared = run("two", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    EraseReport done = erase(EraseRequest.ofSubject("user"));
    assertThat(done.ids()).contains(only).doesNotContain(shared);
    assertThat(records()).extracting(MemoryRecord::id).contains(shared).doesNotContain(only);
  }

  @Test
  void however_many_records_were_learned_from_one_they_go_with_it() {
    String source = observe("Ann", "tea");
    List<RecordRequest> facts =
        Stream.generate(() -> record(SCOPE, source, source)).limit(1_100).toList();
    membrane.ingestion().batch(IngestBatchRequest.of(facts.subList(0, 1_000)));
    membrane.ingestion().batch(IngestBatchRequest.of(facts.subList(1_000, 1_100)));
    EraseReport done = membrane.revision().erase(EraseRequest.ofRecords(List.of(source)));
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1_100L));
    assertThat(records()).isEmpty();
  }

  @Test
  void what_else_a_record_is_learned_from_takes_the_place_of_erased_sources() {
    String source = observe("Ann", "tea");
    String ground = observe("Bob", "rain");
    String left = told(record(SCOPE, source, ground));
    assertThat(erase(source).changedIds()).containsExactly(left);
    assertThat(((MemoryRecord) membrane.retrieval().byId(left, ALL)).provenance().sources())
        .singleElement()
        .satisfies(it -> assertThat(it.ref()).isEqualTo(ground));
    assertThat(erase(ground).learnedIds()).containsExactly(left);
  }

  @Test
  void what_was_learned_from_records_that_are_not_erased_together_goes_with_the_last() {
    List<String> sources = new ArrayList<>();
    for (int number = 0; number < 50; number++) {
      sources.add(observe("Ann", word()));
    }
    String inOrder = told(record("elsewhere", sources.get(0), sources.get(49)));
    String backwards = told(record("elsewhere", sources.get(49), sources.get(49)));
    String both = told(record("elsewhere", sources.get(25), sources.get(45)));
    String elsewhere = told(record("elsewhere", inOrder, both));
    EraseReport done = erase(EraseRequest.ofScope(SCOPE));
    assertThat(done.learnedIds()).containsExactlyInAnyOrder(inOrder, backwards, both, elsewhere);
    assertThat(records()).isEmpty();
  }

  @Test
  void what_names_a_record_in_any_place_goes_with_it() {
    String source = observe("Ann", "tea");
    String many =
        Stream.iterate(1, number -> number + 1)
            .limit(12)
            .map("{\"kind\":\"event\",\"ref\":\"another-%d\"},"::formatted)
            .collect(Collectors.joining());
    String ninth = told(learned(many + source("event", source)));
    String other = told(learned(source("observation", source)));
    String upper = told(learned(source("event", source.toUpperCase(Locale.ROOT))));
    String skill = told(skill(source("artifact", source)));
    String evidence = told(record(SCOPE, "message", source));
    EraseReport done = erase(source);
    assertThat(done.learnedIds()).containsExactlyInAnyOrder(other, upper, skill);
    assertThat(done.changedIds()).containsExactlyInAnyOrder(ninth, evidence);
    assertThat(everything().text.toString().toLowerCase(Locale.ROOT).split(source, -1))
        .as("the tombstone alone")
        .hasSizeLessThanOrEqualTo(4);
  }

  private static String source(String kind, String ref) {
    return "{\"kind\":\"%s\",\"ref\":\"%s\"}".formatted(kind, ref);
  }

  private RecordRequest learned(String sources) {
    return request(
        """
        {"type":"semantic","sensitivity":"low","scope":"place","provenance":{"sources":[%s]},
         "payload":{"kind":"semantic","subject":"%s","predicate":"likes","object":"tea",
         "validity":{"mode":"global"},"evidence":[]}}
        """
            .formatted(sources, word()));
  }

  private RecordRequest skill(String sources) {
    return request(
        """
        {"type":"competence","sensitivity":"low","scope":"place","provenance":{"sources":[%s]},
         "payload":{"kind":"competence","skill_name":"%s","triggers":[],"recipe":[]}}
        """
            .formatted(sources, word()));
  }

  private static RecordRequest request(String json) {
    return RecordRequest.builder().record(CODEC.decodeDraft(json)).source("agent").build();
  }

  private void prune(String... ids) {
    clock.pass(Duration.ofDays(31));
    membrane.maintenance().prune();
    assertThat(records()).extracting(MemoryRecord::id).doesNotContain(ids);
    for (String id : ids) {
      assertThat(versions(id)).as(id).isNotEmpty();
    }
  }

  private List<HistoryEntry> versions(String id) {
    return membrane.audit().history(id, PageRequest.FIRST).versions();
  }

  @Test
  void a_pruned_fact_goes_with_its_subject() {
    String mine = observe("Ann", word());
    String other = observe("Bob", word());
    membrane.revision().retract(mine, "");
    membrane.revision().retract(other, "");
    prune(mine, other);
    erase(EraseRequest.ofSubject("Ann"));
    assertThat(versions(mine)).isEmpty();
    assertThat(versions(other)).isNotEmpty();
    assertThat(store.keys("erased:", "", 10)).isEmpty();
  }

  @Test
  void a_pruned_episode_goes_with_the_subject_whose_facts_alone_were_learned_from_it() {
    String only = told("one", word());
    end(only, OutcomeStatus.SUCCESS);
    learn();
    assertThat(learned(MemoryType.SEMANTIC)).isNotEmpty();
    prune(only);
    erase(EraseRequest.ofSubject("user"));
    assertThat(versions(only)).isEmpty();
  }

  @Test
  void what_was_learned_from_an_erased_record_and_pruned_goes_with_what_came_of_it() {
    String source = observe("Ann", "tea");
    String ground = observe("Bob", "rain");
    String learned = told(record(SCOPE, source, source));
    String further = told(record(SCOPE, learned, learned));
    String shared = told(record(SCOPE, source, ground));
    String last = told(record(SCOPE, further, further));
    String apart = told(record(SCOPE, ground, ground));
    for (String id : List.of(further, learned, shared, apart)) {
      membrane.revision().retract(id, "");
    }
    prune(further, learned, shared, apart);
    EraseReport done = erase(source);
    assertThat(done.learnedIds()).containsExactly(last);
    assertThat(done.prunedIds()).containsExactlyInAnyOrder(learned, further, shared);
    assertThat(done.pruned()).isEqualTo(3);
    for (String id : List.of(learned, further, shared)) {
      assertThat(versions(id)).as(id).isEmpty();
    }
    assertThat(versions(apart)).isNotEmpty();
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(ground);
  }

  private List<String> ownedKeys() {
    return everything().kept.stream()
        .flatMap(kept -> kept.keys().stream())
        .map(Key::value)
        .toList();
  }

  private Map<String, Payload> procedures() {
    Map<String, Payload> procedures = new TreeMap<>();
    for (MemoryRecord record : records()) {
      if (record.payload() instanceof CompetencePayload skill) {
        procedures.put(skill.skillName(), skill);
      } else if (record.payload() instanceof PlanGraphPayload plan) {
        procedures.put(plan.planId(), plan.withVersion("1"));
      }
    }
    return procedures;
  }

  private RecordRequest record(String scope, String event, String evidence) {
    RecordDraft draft =
        CODEC.decodeDraft(
            """
            {"type":"semantic","sensitivity":"low","scope":"%s",
             "provenance":{"sources":[{"kind":"event","ref":"%s"}]},
             "payload":{"kind":"semantic","subject":"%s","predicate":"likes","object":"tea",
             "validity":{"mode":"global"},"evidence":[{"source_type":"human","source_id":"%s",
             "timestamp":"2026-01-01T00:00:00Z"}]}}
            """
                .formatted(scope, event, word(), evidence));
    return RecordRequest.builder().record(draft).source("agent").build();
  }

  private String told(RecordRequest request) {
    return membrane.ingestion().record(request).id();
  }
}
