package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.full;
import static dev.membrane.internal.ingest.StatedFact.milan;
import static dev.membrane.internal.ingest.StatedFact.rome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final ChangeReason REASON = ChangeReason.of("tester", "because");
  private static final Caller WRITER =
      Caller.named("writer")
          .upTo(Sensitivity.HYPER)
          .permitted(Set.of(Permission.INGEST, Permission.ADMIN));

  private final EngineFixture house = new EngineFixture();

  @Test
  void what_is_observed_again_is_reinforced_and_not_stored_twice() {
    IngestAnswer first = ingest(rome().tagged("a", "b"));
    house.pass(Duration.ofDays(30));
    IngestAnswer again =
        house.service.ingest(
            ObservationRequest.builder()
                .source("another")
                .subject("user")
                .predicate("lives_in")
                .object(JsonValue.of("Rome"))
                .options(IngestOptions.NONE.tags(List.of("b", "c")).timestamp(NOON.plusSeconds(1)))
                .build(),
            Caller.ANONYMOUS);

    MemoryRecord record = full(again.record());
    assertThat(first.result()).isEqualTo(IngestResult.CREATED);
    assertThat(again.result()).isEqualTo(IngestResult.REINFORCED);
    assertThat(record.id()).isEqualTo(first.record().id());
    assertThat(house.recordCount()).isEqualTo(1);
    assertThat(record.salience()).isEqualTo(0.6);
    assertThat(record.lifecycle().lastReinforcedAt()).isEqualTo(house.instant());
    assertThat(record.tags()).containsExactly("a", "b", "c");
    assertThat(record.provenance().sources())
        .extracting(ProvenanceSource::ref)
        .containsExactly("agent", "another");
    assertThat(fact(record).evidence())
        .containsExactly(
            new ProvenanceRef(fact(record).evidence().get(0).sourceType(), "agent", NOON),
            new ProvenanceRef(
                fact(record).evidence().get(0).sourceType(), "another", NOON.plusSeconds(1)));
    assertThat(record.auditLog().get(1).action()).isEqualTo(AuditAction.REINFORCE);
    assertThat(EngineFixture.rationales(record).get(1))
        .isEqualTo("Ingested observation from another");
    assertThat(house.record(record.id())).isEqualTo(record.withSalience(0.6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 1.0",
        "1 | 10e-1",
        "100 | 1E+2",
        "-0 | 0.000",
        "0.1 | 1e-1",
        "{\"a\":1,\"b\":[2,null]} | {\"b\":[2.0,null],\"a\":1e0}",
        "\"caf\\u00e9\" | \"cafe\\u0301\"",
        "{\"\\u00e9\":1} | {\"e\\u0301\":1}",
      })
  void objects_of_one_value_are_one_fact(String one, String other) {
    String first = ingest(StatedFact.of("thing", "is", one)).record().id();

    IngestAnswer again = ingest(StatedFact.of("thing", "is", other));

    assertThat(again.record().id()).isEqualTo(first);
    assertThat(again.conflicts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | \"1\"",
        "1 | 10",
        "1 | -1",
        "true | \"true\"",
        "null | \"null\"",
        "[1,2] | [2,1]",
        "[1,[2]] | [[1],2]",
        "\"a\" | \"A\"",
        "{} | []",
        "1e99999999999999999999 | 1",
        "{\"a\":1} | {\"a\":1,\"b\":null}",
      })
  void objects_of_two_values_are_two_facts(String one, String other) {
    String first = ingest(StatedFact.of("thing", "is", one)).record().id();

    IngestAnswer second = ingest(StatedFact.of("thing", "is", other));

    assertThat(second.result()).isEqualTo(IngestResult.CREATED);
    assertThat(second.conflicts()).containsExactly(first);
  }

  @Test
  void facts_of_two_scopes_or_levels_or_of_hearsay_are_not_one() {
    List<IngestOptions> places =
        List.of(
            IngestOptions.NONE,
            IngestOptions.NONE.scope("here"),
            IngestOptions.NONE.scope("there"),
            IngestOptions.NONE.sensitivity(Sensitivity.HIGH),
            IngestOptions.NONE.tags(List.of("hearsay")));
    for (IngestOptions place : places) {
      IngestAnswer answer = ingest(rome().in(place));
      assertThat(answer.result()).isEqualTo(IngestResult.CREATED);
      assertThat(answer.conflicts()).isEmpty();
    }
    for (IngestOptions place : places) {
      assertThat(ingest(rome().in(place)).result()).isEqualTo(IngestResult.REINFORCED);
    }
    assertThat(house.recordCount()).isEqualTo(places.size());
  }

  @Test
  void a_new_record_may_be_asked_for_and_the_oldest_is_reinforced_later() {
    String first = ingest(rome()).record().id();
    house.pass(Duration.ofSeconds(1));
    IngestAnswer second = ingest(rome().with(IfKnown.NEW));
    house.pass(Duration.ofSeconds(1));

    assertThat(second.result()).isEqualTo(IngestResult.CREATED);
    assertThat(second.conflicts()).isEmpty();
    assertThat(ingest(rome()).record().id()).isEqualTo(first);
    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void a_fact_that_was_handed_in_whole_is_known_too() {
    String whole = house.service.record(RecordRequest.of("agent", draft("Rome"))).id();

    assertThat(ingest(rome()).record().id()).isEqualTo(whole);
  }

  @Test
  void a_fact_that_was_asked_for_as_new_is_known_too() {
    String first = ingest(rome().with(IfKnown.NEW)).record().id();

    assertThat(ingest(rome()).record().id()).isEqualTo(first);
    assertThat(ingest(rome()).record().id()).isEqualTo(first);
  }

  @Test
  void what_was_retracted_and_is_stated_again_is_a_record_of_its_own() {
    String first = ingest(rome()).record().id();
    house.revision.retract(first, REASON, Caller.ANONYMOUS);

    IngestAnswer second = ingest(rome());

    assertThat(second.result()).isEqualTo(IngestResult.CREATED);
    assertThat(second.record().id()).isNotEqualTo(first);
    assertThat(ingest(rome()).record().id()).isEqualTo(second.record().id());
  }

  @Test
  void what_was_deleted_and_is_stated_again_is_a_record_of_its_own() {
    String first = ingest(rome()).record().id();
    house.decay.delete(first, REASON, Caller.ANONYMOUS);

    assertThat(ingest(rome()).result()).isEqualTo(IngestResult.CREATED);
  }

  @Test
  void the_identity_goes_with_what_supersedes_a_fact() {
    String rome = ingest(rome()).record().id();
    String milan = house.revision.supersede(rome, draft("Milan"), REASON, Caller.ANONYMOUS).id();

    assertThat(ingest(milan()).record().id()).isEqualTo(milan);
    IngestAnswer again = ingest(rome());
    assertThat(again.result()).isEqualTo(IngestResult.CREATED);
    assertThat(again.withdrawn()).isEqualTo(rome);
  }

  @Test
  void the_same_said_better_keeps_the_identity() {
    String rome = ingest(rome()).record().id();
    String better = house.revision.supersede(rome, draft("Rome"), REASON, Caller.ANONYMOUS).id();

    IngestAnswer known = ingest(rome());
    assertThat(known.record().id()).isEqualTo(better);
    assertThat(known.withdrawn()).isNull();
  }

  @Test
  void who_may_not_retrieve_learns_no_more_of_a_known_fact_than_that_it_is_there() {
    String rome = ingest(rome()).record().id();
    ObservationRequest once =
        ObservationRequest.builder()
            .source("w")
            .subject("user")
            .predicate("lives_in")
            .object(JsonValue.of("Rome"))
            .options(IngestOptions.NONE.idempotencyKey("key"))
            .build();

    IngestAnswer answer = house.service.ingest(once, WRITER);
    IngestAnswer repeat = house.service.ingest(once, WRITER);

    assertThat(answer.record()).isInstanceOf(RedactedRecord.class);
    assertThat(answer.record().id()).isEqualTo(rome);
    assertThat(repeat.record()).isEqualTo(answer.record());
    assertThat(repeat.result()).isEqualTo(IngestResult.REPEATED);
    assertThat(house.service.record(milan().request(), WRITER))
        .as("one rule for all that is written")
        .isInstanceOf(RedactedRecord.class);
  }

  @Test
  void a_fact_above_the_caller_is_neither_reinforced_nor_named() {
    IngestOptions secret = IngestOptions.NONE.sensitivity(Sensitivity.HIGH);
    String hidden = ingest(rome().in(secret)).record().id();
    Caller low = EngineFixture.upTo(Sensitivity.LOW);

    IngestAnswer same = house.service.ingest(rome().in(secret).request(), low);
    IngestAnswer other = house.service.ingest(milan().in(secret).request(), low);

    assertThat(same.result()).isEqualTo(IngestResult.CREATED);
    assertThat(same.record().id()).isNotEqualTo(hidden);
    assertThat(other.conflicts()).isEmpty();
    assertThat(house.log(hidden)).hasSize(1);
    house.pass(Duration.ofSeconds(1));
    assertThat(ingest(rome().in(secret)).record().id()).isEqualTo(hidden);
  }

  @Test
  void a_withdrawn_fact_above_the_caller_is_not_named() {
    IngestOptions secret = IngestOptions.NONE.sensitivity(Sensitivity.HIGH);
    String hidden = ingest(rome().in(secret)).record().id();
    house.revision.retract(hidden, REASON, Caller.ANONYMOUS);

    Caller low = EngineFixture.upTo(Sensitivity.LOW);
    assertThat(house.service.ingest(rome().in(secret).request(), low).withdrawn()).isNull();
  }

  @Test
  void too_many_tags_together_are_refused_and_change_nothing() {
    String[] hundred = IntStream.range(0, 100).mapToObj(i -> "t" + i).toArray(String[]::new);
    String id = ingest(rome().tagged(hundred)).record().id();

    assertThatThrownBy(() -> ingest(rome().tagged("one more")))
        .isInstanceOf(ValidationException.class)
        .hasMessage("too many tags: 101 (max 100)");
    assertThat(house.log(id)).hasSize(1);
  }

  @Test
  void a_fact_keeps_the_latest_of_its_evidence() {
    for (int i = 0; i < 120; i++) {
      house.service.record(
          ObservationRequest.builder()
              .source("s" + i)
              .subject("user")
              .predicate("lives_in")
              .object(JsonValue.of("Rome"))
              .build());
    }

    MemoryRecord record = full(ingest(rome()).record());
    assertThat(fact(record).evidence())
        .hasSize(100)
        .last()
        .extracting("sourceId")
        .isEqualTo("agent");
    assertThat(record.provenance().sources()).hasSize(100);
    assertThat(record.auditLog()).hasSize(121);
  }

  @Test
  void of_two_that_observe_the_same_at_once_the_slower_reinforces() {
    house.store.beforeNextCommit(() -> ingest(rome()));

    assertThat(ingest(rome()).result()).isEqualTo(IngestResult.REINFORCED);
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void many_that_observe_the_same_at_once_make_one_record() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<IngestAnswer>> calls = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        calls.add(() -> ingest(rome()));
      }
      List<IngestResult> results = new ArrayList<>();
      for (Future<IngestAnswer> call : pool.invokeAll(calls)) {
        results.add(call.get().result());
      }
      assertThat(results).containsOnlyOnce(IngestResult.CREATED);
      assertThat(results).filteredOn(IngestResult.REINFORCED::equals).hasSize(79);
    } finally {
      pool.shutdownNow();
    }
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void every_call_says_what_became_of_it() {
    Caller me = Caller.ANONYMOUS;
    IngestOptions run = EngineFixture.episode("run").idempotencyKey("k");
    IngestAnswer begun = house.service.ingest(EngineFixture.event("e", run), me);
    IngestAnswer repeated = house.service.ingest(EngineFixture.event("e", run), me);
    IngestAnswer appended =
        house.service.ingest(EngineFixture.tool("t", List.of(), EngineFixture.episode("run")), me);
    IngestAnswer record = house.service.ingest(RecordRequest.of("agent", draft("Rome")), me);

    assertThat(begun.result()).isEqualTo(IngestResult.CREATED);
    assertThat(repeated.result()).isEqualTo(IngestResult.REPEATED);
    assertThat(appended.result()).isEqualTo(IngestResult.APPENDED);
    assertThat(record.result()).isEqualTo(IngestResult.CREATED);
  }

  private IngestAnswer ingest(StatedFact said) {
    return house.service.ingest(said.request(), Caller.ANONYMOUS);
  }

  private static RecordDraft draft(String where) {
    return CODEC.decodeDraft(
        "record",
        """
        {"type": "semantic", "sensitivity": "low",
         "provenance": {"sources": [{"kind": "artifact", "ref": "a"}]},
         "payload": {"kind": "semantic", "subject": "user", "predicate": "lives_in",
          "object": "%s", "validity": {"mode": "global"}, "evidence": []}}
        """
            .formatted(where));
  }

  private static SemanticPayload fact(MemoryRecord record) {
    return (SemanticPayload) record.payload();
  }
}
