package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.EraseRequest;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What names an erased record as a source, as evidence or by a relation goes with it if it has no
 * other source, also if it was pruned before.
 */
public abstract class ErasedSourcesTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedSourcesTck() {}

  @Test
  void what_was_derived_from_erased_records_only_goes_and_the_rest_forgets_them() {
    RecordDraft skill =
        CODEC.decodeDraft(
            """
            {"type":"competence","sensitivity":"low","scope":"place",
             "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
             "payload":{"kind":"competence","skill_name":"move","triggers":[],"recipe":[]}}
            """);
    String source = membrane.ingestion().record(RecordRequest.of("agent", skill)).id();
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
  void however_many_records_were_learned_from_one_they_go_with_it() {
    String source = observe("Ann", "tea");
    List<RecordRequest> facts =
        Stream.generate(() -> record(SCOPE, source, source)).limit(1_100).toList();
    membrane.ingestion().batch(facts.subList(0, 1_000));
    membrane.ingestion().batch(facts.subList(1_000, 1_100));
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
            .map("{\"kind\":\"event\",\"ref\":\"another-%s\"},"::formatted)
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

  @Test
  void the_rationale_of_a_merge_goes_from_all_its_sources() {
    String why = word();
    List<String> sources = List.of(observe("Ann", "a"), observe("Ann", "b"), observe("Ann", "c"));
    String merged = membrane.revision().merge(sources, fact("Ann", "all"), why).id();
    assertThat(everything().text.toString()).contains(why);
    erase(sources.get(0));
    assertGone(why);
    assertThat(records())
        .extracting(MemoryRecord::id)
        .containsExactlyInAnyOrder(sources.get(1), sources.get(2), merged);
  }

  @Test
  void what_came_in_at_the_same_instant_keeps_its_rationale() {
    String stays = membrane.ingestion().record(RecordRequest.of("ann", fact("Ann", "tea"))).id();
    RecordDraft related =
        fact("Ann", "rum").toBuilder()
            .relations(List.of(new Relation("supports", stays, null, null)))
            .build();
    erase(membrane.ingestion().record(RecordRequest.of("ann", related)).id());
    assertThat(membrane.audit().of(stays))
        .extracting(link -> link.entry().rationale())
        .containsExactly("Ingested record from ann");
  }

  @Test
  void what_an_erased_record_has_contested_is_no_longer_contested() {
    String why = word();
    String other = word();
    String gone = observe("Ann", "rain");
    String contested = observe("Bob", "tea");
    String twice = observe("Bob", "milk");
    membrane.revision().contest(contested, gone, why);
    membrane.revision().contest(twice, gone, why);
    clock.pass(Duration.ofSeconds(1));
    membrane.revision().contest(twice, contested, other);
    EraseReport done = erase(gone);
    assertThat(done.changedIds()).containsExactlyInAnyOrder(contested, twice);
    assertGone(why);
    assertThat(status(contested)).isEqualTo(RevisionStatus.ACTIVE);
    assertThat(status(twice)).isEqualTo(RevisionStatus.CONTESTED);
    assertThat(everything().text.toString()).contains(other);
    erase(contested);
    assertThat(status(twice)).isEqualTo(RevisionStatus.ACTIVE);
  }

  @Test
  void what_was_also_contested_in_words_stays_contested() {
    String gone = observe("Ann", "rain");
    String contested = observe("Bob", "tea");
    membrane.revision().contest(contested, gone, "");
    clock.pass(Duration.ofSeconds(1));
    membrane.revision().contest(contested, "the minutes of May", "");
    erase(gone);
    assertThat(status(contested)).isEqualTo(RevisionStatus.CONTESTED);
  }

  private @Nullable RevisionStatus status(String id) {
    RevisionState state = ((MemoryRecord) membrane.retrieval().byId(id, ALL)).revision();
    return state == null ? null : state.status();
  }

  @Test
  void what_names_an_erased_record_in_any_relation_no_longer_does() {
    String gone = observe("Ann", "rain");
    String stays =
        told(
            request(
                """
                {"type":"semantic","sensitivity":"low","scope":"place",
                 "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
                 "relations":[{"predicate":"mentions","target_id":"%s","weight":1,
                 "created_at":"2026-01-01T00:00:00Z"}],
                 "payload":{"kind":"semantic","subject":"Bob","predicate":"likes","object":"tea",
                 "validity":{"mode":"global"},"evidence":[]}}
                """
                    .formatted(gone)));
    EraseReport done = erase(gone);
    assertThat(done.changedIds()).containsExactly(stays);
    assertThat(records()).singleElement().satisfies(it -> assertThat(it.relations()).isEmpty());
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
    return RecordRequest.of("agent", CODEC.decodeDraft(json));
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
    return membrane.audit().history(id, PageRequest.FIRST).items();
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
    return RecordRequest.of("agent", draft);
  }

  private String told(RecordRequest request) {
    return membrane.ingestion().record(request).id();
  }
}
