package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseReport;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Contents;
import dev.membrane.spi.Contents.Kept;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is erased is gone with everything that was learned from it and from nothing else. A memory
 * is then as if it had never been told.
 */
public abstract class EraseTck {

  private static final String SCOPE = "place";
  private static final RecordCodec CODEC = new RecordCodec();
  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  private final TestClock clock = new TestClock();
  private final AtomicInteger words = new AtomicInteger();
  private MemoryStore store;
  private Membrane membrane;

  /** For subclasses. */
  protected EraseTck() {}

  /** Opens a new store that holds nothing, which the test closes. */
  protected abstract MemoryStore openStore();

  /** Has a store remove from its files what it no longer holds; it may be closed for that. */
  protected void settle(MemoryStore opened) {}

  /** Which of some words are in any byte that the store keeps. */
  protected Set<String> found(Collection<String> forbidden) {
    String text = everything().text.toString().toLowerCase(Locale.ROOT);
    return forbidden.stream().filter(text::contains).collect(Collectors.toSet());
  }

  @BeforeEach
  void open() {
    store = openStore();
    membrane = over(store);
  }

  @AfterEach
  void close() {
    membrane.close();
    store.close();
  }

  private Membrane over(MemoryStore opened) {
    return Membrane.builder().clock(clock).store(opened).build();
  }

  private Membrane quiet(MemoryStore opened) {
    return Membrane.builder().clock(clock).backgroundJobs(false).store(opened).build();
  }

  /** A word that nothing else has in any part, and no stemmer shortens. */
  private String word() {
    Random random = new Random(words.incrementAndGet());
    StringBuilder word = new StringBuilder("q");
    for (int letter = 0; letter < 18; letter++) {
      word.append("bcdfghkmpvxz".charAt(random.nextInt(12)));
    }
    return word.toString();
  }

  private IngestOptions options(String episode) {
    return IngestOptions.NONE.scope(SCOPE).episode(episode);
  }

  private String told(String episode, String... summaries) {
    String id = "";
    for (String summary : summaries) {
      clock.pass(Duration.ofSeconds(1));
      id =
          membrane
              .ingestion()
              .event(
                  EventRequest.builder()
                      .source("ann")
                      .eventKind("user")
                      .ref("message")
                      .summary(summary)
                      .options(options(episode))
                      .build())
              .id();
    }
    return id;
  }

  private String run(
      String episode, String task, OutcomeStatus end, Map<String, String> arguments) {
    told(episode, task);
    String id = "";
    for (String tool : List.of("look", "move", "check")) {
      clock.pass(Duration.ofSeconds(1));
      id =
          membrane
              .ingestion()
              .toolOutput(
                  ToolOutputRequest.builder()
                      .source("agent")
                      .toolName(tool)
                      .args((JsonObject) JsonValue.of(arguments))
                      .result(JsonValue.of(end == OutcomeStatus.FAILURE ? "failed " + task : "ok"))
                      .options(options(episode))
                      .build())
              .id();
    }
    end(id, end);
    return id;
  }

  private void end(String id, OutcomeStatus end) {
    membrane
        .ingestion()
        .outcome(OutcomeRequest.builder().source("agent").targetRecordId(id).status(end).build());
  }

  private void learn() {
    clock.pass(Duration.ofMinutes(1));
    membrane.consolidation().run();
  }

  private EraseReport erase(EraseRequest request) {
    EraseReport planned = membrane.revision().erase(request.asDryRun());
    EraseReport done = membrane.revision().erase(request);
    assertThat(done.records()).isEqualTo(planned.records());
    assertThat(done.learned()).isEqualTo(planned.learned());
    assertThat(new HashSet<>(done.ids())).isEqualTo(new HashSet<>(planned.ids()));
    assertThat(new HashSet<>(done.learnedIds())).isEqualTo(new HashSet<>(planned.learnedIds()));
    assertThat(done.digest()).hasSize(64);
    assertSound(done);
    return done;
  }

  private void assertSound(EraseReport done) {
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures())
        .filteredOn(erasure -> erasure.id().equals(done.proofId()))
        .singleElement()
        .satisfies(erasure -> assertThat(erasure.proof().digest()).isEqualTo(done.digest()));
  }

  private EraseReport erase(String... ids) {
    return erase(EraseRequest.ofRecords(List.of(ids)));
  }

  private List<MemoryRecord> records() {
    List<MemoryRecord> records = new ArrayList<>();
    everything().kept.stream()
        .flatMap(kept -> Optional.ofNullable(kept.trail().stored()).stream())
        .forEach(stored -> records.add(stored.record()));
    return records;
  }

  private List<Payload> learned(MemoryType type) {
    return records().stream().filter(it -> it.type() == type).map(MemoryRecord::payload).toList();
  }

  /** All that a store lists of itself. */
  private static final class Everything implements Contents.Listener {
    private final List<Kept> kept = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public void begin(long ids) {}

    @Override
    public void kept(Kept one) {
      kept.add(one);
      text.append(one);
      if (one.trail().stored() != null) {
        text.append(CODEC.encode(one.trail().stored().record()));
      }
    }

    @Override
    public void key(Key key) {
      text.append(key);
    }

    @Override
    public void row(QueueRow row) {
      text.append(row);
    }

    @Override
    public void run(KeptRun run) {
      text.append(run);
    }
  }

  private Everything everything() {
    Everything everything = new Everything();
    store.contents().orElseThrow().tell(everything);
    return everything;
  }

  private void assertGone(String... forbidden) {
    String text = everything().text.toString().toLowerCase(Locale.ROOT);
    for (String word : forbidden) {
      assertThat(text).as(word).doesNotContain(word);
    }
  }

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

  private List<String> ownedKeys() {
    return everything().kept.stream()
        .flatMap(kept -> kept.keys().stream())
        .map(Key::value)
        .toList();
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

  private RecordDraft fact(String subject, String object) {
    return CODEC.decodeDraft(
        """
        {"type":"semantic","sensitivity":"low","scope":"place",
         "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},"payload":{"kind":"semantic","subject":"%s",
         "predicate":"likes","object":"%s","validity":{"mode":"global"},
         "evidence":[{"source_type":"human","source_id":"ann","timestamp":"2026-01-01T00:00:00Z"}]}}
        """
            .formatted(subject, object));
  }

  private String observe(String subject, String object) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject(subject)
                .predicate("likes")
                .object(new JsonString(object))
                .options(IngestOptions.NONE.scope(SCOPE))
                .build())
        .id();
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
  void a_scope_goes_and_no_other() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < 30; number++) {
      secret.add(fill(number));
    }
    learn();
    String elsewhere =
        membrane
            .ingestion()
            .observe(
                ObservationRequest.builder()
                    .source("bob")
                    .subject("Bob")
                    .predicate("likes")
                    .object(new JsonString("rain"))
                    .options(IngestOptions.NONE.scope("elsewhere"))
                    .build())
            .id();
    String pruned = observe("Ann", word());
    membrane.revision().delete(pruned, secret.iterator().next());
    erase(EraseRequest.ofScope(SCOPE).because("they left"));
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(elsewhere);
    assertGone(secret.toArray(String[]::new));
    assertGone("note:");
  }

  /** One of every kind of write; answers the word that it has. */
  private String fill(int number) {
    String word = word();
    switch (number % 5) {
      case 0 -> end(told("episode " + number, word), OutcomeStatus.SUCCESS);
      case 1 -> run("episode " + number, word, OutcomeStatus.SUCCESS, Map.of("a", word));
      case 2 -> observe("Ann", word);
      case 3 ->
          membrane
              .ingestion()
              .workingState(
                  WorkingStateRequest.builder()
                      .source("agent")
                      .threadId(word)
                      .state(TaskState.EXECUTING)
                      .contextSummary(word)
                      .options(IngestOptions.NONE.scope(SCOPE))
                      .build());
      default ->
          membrane
              .ingestion()
              .record(RecordRequest.builder().record(fact(word, word)).source("agent").build());
    }
    return word;
  }

  @Test
  void a_dry_run_changes_nothing() {
    for (int number = 0; number < 10; number++) {
      fill(number);
    }
    learn();
    String before = everything().text.toString();
    EraseReport report = membrane.revision().erase(EraseRequest.ofScope(SCOPE).asDryRun());
    assertThat(report.dryRun()).isTrue();
    assertThat(report.ids()).isNotEmpty();
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  @Test
  void a_record_that_must_never_be_deleted_needs_an_override() {
    String id =
        membrane
            .ingestion()
            .record(
                RecordRequest.builder()
                    .record(
                        CODEC.decodeDraft(
                            CODEC
                                .encode(
                                    (MemoryRecord)
                                        membrane.retrieval().byId(observe("Ann", "tea"), ALL))
                                .replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"\"")
                                .replace("auto_prune", "never")))
                    .source("agent")
                    .build())
            .id();
    EraseRequest request = EraseRequest.ofRecords(List.of(id));
    assertThatThrownBy(() -> membrane.revision().erase(request))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessageContaining(id);
    assertThat(records()).extracting(MemoryRecord::id).contains(id);
    erase(request.overridingPolicy());
    assertThat(records()).extracting(MemoryRecord::id).doesNotContain(id);
  }

  @Test
  void only_an_administrator_erases_and_only_what_they_may_see() {
    String id = observe("Ann", "tea");
    EraseRequest request = EraseRequest.ofRecords(List.of(id));
    Membrane other = membrane.as(Caller.named("eve").in("elsewhere"));
    assertThatThrownBy(() -> other.revision().erase(request)).isInstanceOf(NotFoundException.class);
    Membrane below = membrane.as(Caller.named("eve").upTo(Sensitivity.PUBLIC));
    assertThatThrownBy(() -> below.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    Membrane plain = membrane.as(Caller.named("eve").permitted(Set.of(Permission.REVISE)));
    assertThatThrownBy(() -> plain.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    String before = everything().text.toString();
    assertThatThrownBy(() -> other.revision().erase(EraseRequest.ofScope(SCOPE)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  /** Fails at a certain commit, as if the process had ended there. */
  private static final class EndingStore extends ForwardingStore {

    private final AtomicInteger left;

    EndingStore(MemoryStore store, int commits) {
      super(store);
      this.left = new AtomicInteger(commits);
    }

    @Override
    public void commit(Changeset changeset) {
      if (left.getAndDecrement() <= 0) {
        throw new StoreUnavailableException("the process has ended");
      }
      super.commit(changeset);
    }

    @Override
    public void close() {}
  }

  @Test
  void an_erasure_that_was_begun_is_finished_by_the_next() {
    Set<String> secret = new TreeSet<>();
    for (int number = 0; number < 60; number++) {
      secret.add(fill(number));
    }
    learn();
    boolean hasEnded = false;
    for (int commits = 1; !hasEnded; commits++) {
      try (Membrane dying = over(new EndingStore(store, commits))) {
        dying.revision().erase(EraseRequest.ofScope(SCOPE));
        hasEnded = true;
      } catch (StoreUnavailableException ended) {
        assertThat(commits).isLessThan(50);
      }
    }
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures()).isNotEmpty();
    long proven = audit.erasures().stream().mapToLong(erasure -> erasure.proof().records()).sum();
    assertThat(proven).isEqualTo(audit.erased()).isGreaterThan(60);
    assertThat(records()).isEmpty();
    assertGone(secret.toArray(String[]::new));
    assertGone("erasure:");
  }

  /** Interrupts the thread that makes a certain commit. */
  private static final class InterruptingStore extends ForwardingStore {

    private final AtomicInteger left;

    InterruptingStore(MemoryStore store, int commits) {
      super(store);
      this.left = new AtomicInteger(commits);
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      if (left.decrementAndGet() == 0) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void an_interrupt_ends_an_erasure_between_two_commits_and_the_next_finishes_it() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    try (Membrane stopping = over(new InterruptingStore(store, 2))) {
      assertThatThrownBy(() -> stopping.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class)
          .hasMessageContaining("about to stop");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(records()).isNotEmpty();
    assertThat(store.keys("erasure:", "", 10)).hasSize(1);
    String place = store.keys("erasure:", "", 10).get(0).name().substring("erasure:".length());
    membrane.revision().erase(EraseRequest.ofScope("another"));
    assertThat(records()).isEmpty();
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures()).anyMatch(erasure -> erasure.id().equals(place));
  }

  /** Does something else before a certain commit. */
  private static final class DelayedStore extends ForwardingStore {

    private final AtomicInteger left;
    private final Runnable before;

    DelayedStore(MemoryStore store, int commits, Runnable before) {
      super(store);
      this.left = new AtomicInteger(commits);
      this.before = before;
    }

    @Override
    public void commit(Changeset changeset) {
      if (left.getAndDecrement() == 0) {
        before.run();
      }
      super.commit(changeset);
    }

    @Override
    public void close() {}
  }

  @Test
  void nothing_is_learned_from_an_episode_while_it_is_erased() throws InterruptedException {
    Set<String> secret = new TreeSet<>();
    for (int commits = 1; commits < 5; commits++) {
      for (int number = 0; number < 30; number++) {
        secret.add(fill(number));
      }
      clock.pass(Duration.ofDays(2));
      List<Thread> learning = new ArrayList<>();
      try (Membrane erasing =
          quiet(new DelayedStore(store, commits, () -> startAndAwait(learning.get(0))))) {
        learning.add(new Thread(() -> erasing.consolidation().run()));
        erasing.revision().erase(EraseRequest.ofScope(SCOPE));
        learning.get(0).join();
      }
      assertThat(records()).as("commit %s", commits).isEmpty();
    }
    assertGone(secret.toArray(String[]::new));
  }

  /** Until the thread has ended, or waits for a lock. */
  private static void startAndAwait(Thread thread) {
    thread.start();
    while (thread.isAlive()
        && !(LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer)) {
      Thread.onSpinWait();
    }
  }

  private String record(String scope, String event, String evidence) {
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
    return membrane
        .ingestion()
        .record(RecordRequest.builder().record(draft).source("agent").build())
        .id();
  }

  @Test
  void however_many_records_were_learned_from_one_they_go_with_it() {
    String source = observe("Ann", "tea");
    for (int number = 0; number < 1_100; number++) {
      record(SCOPE, source, source);
    }
    EraseReport done = membrane.revision().erase(EraseRequest.ofRecords(List.of(source)));
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1_100L));
    assertThat(records()).isEmpty();
  }

  @Test
  void what_else_a_record_is_learned_from_takes_the_place_of_erased_sources() {
    String source = observe("Ann", "tea");
    String ground = observe("Bob", "rain");
    String left = record(SCOPE, source, ground);
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
    String inOrder = record("elsewhere", sources.get(0), sources.get(49));
    String backwards = record("elsewhere", sources.get(49), sources.get(49));
    String both = record("elsewhere", sources.get(25), sources.get(45));
    String elsewhere = record("elsewhere", inOrder, both);
    EraseReport done = erase(EraseRequest.ofScope(SCOPE));
    assertThat(done.learnedIds()).containsExactlyInAnyOrder(inOrder, backwards, both, elsewhere);
    assertThat(records()).isEmpty();
  }

  @Test
  void a_key_of_an_erasure_that_cannot_be_read_is_in_nobodys_way() {
    String id = observe("Ann", "tea");
    for (String value : List.of("[]", "no json", "{\"ids\":[77]}", "{\"phase\":7}")) {
      String name = "erasure:01972b5c-ee7b-7269-9d2a-3e39043284" + (10 + value.length());
      Key foreign = new Key(name, value, null);
      store.commit(Changeset.builder().addKey(foreign).build());
    }
    assertThat(erase(id).ids()).containsExactly(id);
  }

  @Test
  void of_everything_that_was_erased_no_word_is_in_any_byte() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < written(); number++) {
      secret.add(fill(number));
    }
    learn();
    List<String> all = new ArrayList<>(records().stream().map(MemoryRecord::id).toList());
    for (MemoryRecord record : records()) {
      if (record.payload() instanceof SemanticPayload && all.size() % 7 != 0) {
        String word = word();
        secret.add(word);
        all.add(membrane.revision().supersede(record.id(), fact(word, word), word).id());
      }
    }
    assertThat(found(secret)).containsAll(secret);
    for (int from = 0; from < all.size(); from += EraseRequest.MOST_IDS) {
      int to = Math.min(all.size(), from + EraseRequest.MOST_IDS);
      erase(EraseRequest.ofRecords(all.subList(from, to)));
    }
    assertThat(records()).isEmpty();
    assertGone(secret.toArray(String[]::new));
    membrane.close();
    settle(store);
    assertThat(found(secret)).isEmpty();
  }

  /** How many writes of all kinds are erased together. */
  protected int written() {
    return 500;
  }
}
