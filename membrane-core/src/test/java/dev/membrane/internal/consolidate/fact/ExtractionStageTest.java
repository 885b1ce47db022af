package dev.membrane.internal.consolidate.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of what an extractor finds. */
class ExtractionStageTest {

  private final List<String> asked = new ArrayList<>();
  private Instant now = EngineFixture.NOON;
  private Extractor extractor = episodes -> episodes.stream().flatMap(this::likings).toList();

  private final InMemoryStore store = new InMemoryStore();

  private final Membrane membrane =
      Membrane.builder()
          .backgroundJobs(false)
          .store(store)
          .clock(() -> now)
          .stages(
              List.of(
                  new ExtractionStage(
                      episodes -> {
                        episodes.forEach(episode -> asked.add(episode.record().id()));
                        return extractor.extract(episodes);
                      },
                      Sensitivity.LOW)))
          .build();

  @AfterEach
  void close() {
    membrane.close();
  }

  /** Understands "… likes …" and the end of the episode. */
  private Stream<CandidateFact> likings(Episode episode) {
    return episode.trace().timeline().stream()
        .map(TimelineEvent::summary)
        .filter(text -> text != null && text.contains(" likes "))
        .map(text -> text.split(" likes "))
        .map(
            words ->
                new CandidateFact(
                    episode.record().id(),
                    words[0],
                    episode.trace().outcome() == OutcomeStatus.SUCCESS ? "likes" : "misses",
                    new JsonString(words[1]),
                    0.7));
  }

  private String told(String words, IngestOptions options) {
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("reporter")
                    .eventKind("note")
                    .ref("1")
                    .summary(words)
                    .options(options)
                    .build())
            .id();
    end(id, OutcomeStatus.SUCCESS);
    return id;
  }

  private void end(String id, OutcomeStatus status) {
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, status));
  }

  private List<MemoryRecord> learned() {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .memoryTypes(Set.of(MemoryType.SEMANTIC))
                .build())
        .records();
  }

  private List<String> sentences() {
    return learned().stream()
        .map(record -> (SemanticPayload) record.payload())
        .map(fact -> fact.subject() + " " + fact.predicate() + " " + text(fact.object()))
        .sorted()
        .toList();
  }

  private static String text(JsonValue object) {
    return ((JsonString) object).value();
  }

  @Test
  void what_it_finds_becomes_facts_that_say_where_they_are_from() {
    String id = told("Ann likes tea", IngestOptions.NONE.unscoped());

    assertThat(membrane.maintenance().consolidate().of("llm-extraction").created()).isEqualTo(1);

    assertThat(sentences()).containsExactly("Ann likes tea");
    MemoryRecord record = learned().get(0);
    assertThat(record.provenance().createdBy()).isEqualTo("consolidation/semantic-extractor");
    assertThat(record.confidence()).isEqualTo(0.7);
    assertThat(((SemanticPayload) record.payload()).evidence())
        .extracting(it -> it.sourceId())
        .containsExactly(id);
    assertThat(membrane.maintenance().consolidate().of("llm-extraction").created()).isZero();
    assertThat(asked).containsExactly(id);
  }

  @Test
  void the_audit_log_names_the_stage() {
    told("Ann likes tea", IngestOptions.NONE.unscoped());
    membrane.maintenance().consolidate();
    told("Ann likes tea", IngestOptions.NONE.unscoped());
    told("Ann likes rum", IngestOptions.NONE.unscoped());
    membrane.maintenance().consolidate();

    assertThat(learned())
        .flatExtracting(MemoryRecord::auditLog)
        .extracting(AuditEntry::actor, AuditEntry::action)
        .contains(
            tuple("consolidation/llm-extraction", AuditAction.CREATE),
            tuple("consolidation/llm-extraction", AuditAction.REINFORCE),
            tuple("consolidation/llm-extraction", AuditAction.REVISE))
        .extracting(entry -> entry.toList().get(0))
        .containsOnly("consolidation/llm-extraction");
  }

  @Test
  void the_same_from_another_episode_is_reinforced() {
    told("Ann likes tea", IngestOptions.NONE.unscoped());
    told("Ann likes tea", IngestOptions.NONE.unscoped());

    ConsolidationResult result = membrane.maintenance().consolidate();

    assertThat(result.of("llm-extraction").created()).isEqualTo(1);
    assertThat(result.total().reinforced()).isEqualTo(1);
  }

  @Test
  void it_is_never_shown_what_is_too_sensitive() {
    told("Ann likes secrets", IngestOptions.NONE.unscoped().sensitivity(Sensitivity.MEDIUM));

    assertThat(membrane.maintenance().consolidate().of("llm-extraction").created()).isZero();
    assertThat(asked).isEmpty();
  }

  @Test
  void what_is_unsound_does_not_lose_the_rest() {
    extractor =
        episodes -> {
          String id = episodes.get(0).record().id();
          JsonString tea = new JsonString("tea");
          return List.of(
              new CandidateFact(id, " ", "likes", tea, 0.5),
              new CandidateFact(id, "nul\0", "likes", tea, 0.5),
              new CandidateFact(id, "Bob", "x".repeat(1_001), tea, 0.5),
              new CandidateFact("another episode", "Bob", "likes", tea, 0.5),
              new CandidateFact(id, "Bob", "likes", tea, Double.NaN),
              new CandidateFact(id, "Bob", "likes", tea, 1.5),
              new CandidateFact(id, "Bob", "likes", new JsonString("\0"), 0.5),
              new CandidateFact(id, " Ann ", "likes", tea, 0.5),
              new CandidateFact(id, "Ann", "likes", tea, 0.5),
              new CandidateFact(id, "Ann", "likes", new JsonString("figs"), 1));
        };
    told("something", IngestOptions.NONE.unscoped());

    membrane.maintenance().consolidate();

    assertThat(sentences()).containsExactly("Ann likes figs", "Ann likes tea");
    assertThat(learned()).allMatch(record -> record.confidence() <= 0.85);
  }

  @Test
  void an_episode_that_it_cannot_handle_is_put_off_and_no_other_asked_about_twice() {
    told("Ann likes tea", IngestOptions.NONE.unscoped());
    String strange = told("strange", IngestOptions.NONE.unscoped());
    told("Bob likes figs", IngestOptions.NONE.unscoped());
    Extractor usual = extractor;
    extractor =
        episodes -> {
          if (episodes.get(0).record().id().equals(strange)) {
            throw ModelException.temporary("overloaded", new IllegalStateException());
          }
          return usual.extract(episodes);
        };

    ConsolidationResult result = membrane.maintenance().consolidate();

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(sentences()).containsExactly("Ann likes tea", "Bob likes figs");
    assertThat(asked).hasSize(3).doesNotHaveDuplicates();
    // It is asked about again when it comes up again.
    now = now.plus(Duration.ofDays(1));
    membrane.maintenance().consolidate();
    assertThat(asked).hasSize(4).endsWith(strange);
  }

  @Test
  void an_episode_that_is_refused_for_good_is_set_aside_at_once() {
    String refused = told("refused", IngestOptions.NONE.unscoped());
    extractor =
        episodes -> {
          throw ModelException.permanent("refused text", new IllegalStateException());
        };

    assertThat(membrane.maintenance().consolidate().total().failed()).isEqualTo(1);

    assertThat(asked).containsExactly(refused);
    assertThat(store.due("aside:llm-extraction", EngineFixture.NOON, 10))
        .extracting(QueueRow::item)
        .containsExactly(refused);
    assertThat(store.due("learn:llm-extraction", Instant.MAX, 10)).isEmpty();
  }

  @Test
  void an_episode_that_changes_teaches_anew() {
    String id = told("Ann likes tea", IngestOptions.NONE.unscoped());
    membrane.maintenance().consolidate();
    end(id, OutcomeStatus.FAILURE);

    membrane.maintenance().consolidate();

    assertThat(sentences()).containsExactly("Ann misses tea");
  }

  /** Breaks its contract. */
  private record NullExtractor(List<CandidateFact> facts) implements Extractor {

    @Override
    public List<CandidateFact> extract(List<Episode> episodes) {
      return facts;
    }

    @Override
    public int episodesAtOnce() {
      return 2;
    }
  }

  @Test
  void an_extractor_that_answers_null_is_told_by_its_name() {
    List<Episode> episodes =
        Stream.of("Ann likes tea", "Bob likes tea")
            .map(words -> store.get(List.of(told(words, IngestOptions.NONE.unscoped()))).get(0))
            .map(stored -> new Episode(stored.record(), EngineFixture.NOON))
            .toList();
    for (List<CandidateFact> facts :
        Arrays.<List<CandidateFact>>asList(null, Collections.singletonList(null))) {
      ExtractionStage stage = new ExtractionStage(new NullExtractor(facts), Sensitivity.LOW);
      assertThatThrownBy(() -> stage.prepare(episodes))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the extractor " + NullExtractor.class.getName() + " answered ");
      assertThatThrownBy(() -> stage.lesson(episodes.get(0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the extractor " + NullExtractor.class.getName() + " answered ");
    }
  }
}
