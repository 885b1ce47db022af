package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A record may have lost what it had from another before that one is erased. Then its former
 * versions lose it too, although the record itself no longer says where it once had it from.
 */
public abstract class ErasedVersionsTck extends ErasureScenes {

  private static final Map<String, String> USUAL = Map.of("region", "north");

  /** For subclasses. */
  protected ErasedVersionsTck() {}

  private List<HistoryEntry> versions(String id) {
    List<HistoryEntry> all = new ArrayList<>();
    String cursor = "";
    do {
      Page<HistoryEntry> page =
          membrane.audit().history(id, PageRequest.FIRST.under(ALL).after(cursor));
      all.addAll(page.items());
      cursor = page.nextCursor();
    } while (!cursor.isEmpty());
    return all;
  }

  /** What all versions say of all that there ever was, but for episodes. */
  private String past() {
    return everything().kept.stream()
        .flatMap(kept -> versions(kept.trail().id()).stream())
        .flatMap(version -> Optional.ofNullable(version.record()).stream())
        .filter(record -> record.type() != MemoryType.EPISODIC)
        .map(CODEC::encode)
        .collect(Collectors.joining())
        .toLowerCase(Locale.ROOT);
  }

  private String failed(String episode, String error) {
    told(episode, word());
    called(episode, "look", USUAL, "ok");
    called(episode, "move", USUAL, "ok");
    String id = called(episode, "check", USUAL, Map.of("error", error));
    end(id, OutcomeStatus.FAILURE);
    return id;
  }

  /** What a procedure once said, and none says now. */
  private void assertOnlyInThePast(String word) {
    assertThat(past()).contains(word);
    assertThat(records().stream().filter(it -> it.type().isProcedure()).map(CODEC::encode))
        .noneMatch(procedure -> procedure.contains(word));
  }

  private EraseReport eraseRun(String id) {
    EraseRequest request = EraseRequest.ofRecords(List.of(id));
    EraseReport planned = membrane.revision().erase(request.asDryRun());
    EraseReport done = erase(request);
    assertThat(done.changed()).isEqualTo(planned.changed());
    assertThat(done.changedIds()).containsExactlyInAnyOrderElementsOf(planned.changedIds());
    return done;
  }

  private void assertForgotten(String id, String... words) {
    assertThat(past()).doesNotContain(id).doesNotContain(words);
    assertGone(words);
  }

  private List<String> procedures() {
    return records().stream().filter(it -> it.type().isProcedure()).map(MemoryRecord::id).toList();
  }

  /** A run without an end; a day later nothing more is expected of it. */
  private String open(String episode, String task, Map<String, String> arguments) {
    told(episode, task);
    String id = "";
    for (String tool : List.of("look", "move", "check")) {
      id = called(episode, tool, arguments, "ok");
    }
    learnLater();
    return id;
  }

  /** One more call, so that it is a run of another kind. */
  private void goOn(String episode) {
    called(episode, "tidy", Map.of(), "ok");
    learnLater();
  }

  private void learnLater() {
    clock.pass(Duration.ofDays(2));
    learn();
  }

  @Test
  void a_run_has_become_one_of_another_kind() {
    String secret = word();
    String gone = open("one", word(), Map.of("region", secret));
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    run("three", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    learn();
    List<String> before = procedures();
    goOn("one");
    assertThat(past()).contains(secret);
    EraseReport done = eraseRun(gone);
    assertThat(done.changedIds()).containsAnyElementsOf(before);
    assertForgotten(gone, secret);
  }

  @Test
  void many_other_records_have_former_contents() {
    List<ObservationRequest> facts =
        IntStream.range(0, 120).mapToObj(number -> fact("Ann " + number)).toList();
    membrane.ingestion().batch(facts);
    membrane.ingestion().batch(facts);
    String secret = word();
    String gone = failed("one", secret);
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    run("three", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    learn();
    end(gone, OutcomeStatus.PARTIAL);
    learn();
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  private static ObservationRequest fact(String subject) {
    return ObservationRequest.builder()
        .source("ann")
        .subject(subject)
        .predicate("likes")
        .object(new JsonString("tea"))
        .options(IngestOptions.NONE.scope(SCOPE))
        .build();
  }

  @Test
  void it_is_no_longer_known_how_a_run_ended() {
    String secret = word();
    String gone = failed("one", secret);
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    run("three", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    learn();
    end(gone, OutcomeStatus.PARTIAL);
    learn();
    assertOnlyInThePast(secret);
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void a_procedure_has_ended_after_it_had_lost_a_run() {
    String secret = word();
    String gone = open("one", word(), Map.of("region", secret));
    String other = run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    learn();
    List<String> ended = procedures();
    goOn("one");
    end(other, OutcomeStatus.FAILURE);
    learn();
    assertThat(procedures()).doesNotContainAnyElementsOf(ended);
    assertThat(past()).contains(secret);
    EraseReport done = eraseRun(gone);
    assertThat(done.prunedIds()).containsAnyElementsOf(ended);
    assertForgotten(gone, secret);
  }

  /** A run with a word, and so many others that it is not among the sources of what they taught. */
  private String failedBesideMany(String secret) {
    String gone = failed("one", secret);
    for (int number = 0; number < 33; number++) {
      if (number % 2 == 0) {
        called("run " + number, "look", USUAL, "ok");
      }
      run("run " + number, "move the tables", OutcomeStatus.SUCCESS, USUAL);
    }
    learn();
    return gone;
  }

  @Test
  void a_run_of_many_was_never_among_the_sources() {
    String secret = word();
    String gone = failedBesideMany(secret);
    assertThat(past()).contains("procedure:");
    end(gone, OutcomeStatus.PARTIAL);
    learn();
    assertOnlyInThePast(secret);
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void a_run_of_many_has_used_the_procedure_that_it_taught() {
    String secret = word();
    String gone = failedBesideMany(secret);
    endUsing(gone, OutcomeStatus.PARTIAL, procedures());
    learn();
    assertOnlyInThePast(secret);
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void the_only_run_that_worked_was_never_among_the_sources() {
    String secret = word();
    String gone = run("one", word(), OutcomeStatus.SUCCESS, Map.of("region", secret));
    for (int number = 0; number < 25; number++) {
      failed("run " + number, word());
    }
    learn();
    end(gone, OutcomeStatus.FAILURE);
    learn();
    assertOnlyInThePast(secret);
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void a_retracted_procedure_that_no_run_supports_any_more_is_not_learned_again() {
    List<String> runs = threeRuns("before");
    learn();
    assertThat(past()).contains("procedure:", "skill:", "plan_graph");
    procedures().forEach(id -> membrane.revision().retract(id, "no longer"));
    runs.forEach(id -> end(id, OutcomeStatus.FAILURE));
    learn();
    assertThat(procedures()).isEmpty();
    threeRuns("after");
    learn();
    assertThat(procedures()).isEmpty();
  }

  /** Two of one kind, and one that repeats a call. */
  private List<String> threeRuns(String name) {
    String one = run(name + " 1", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    String two = run(name + " 2", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    called(name + " 3", "look", USUAL, "busy");
    String three = run(name + " 3", "move the shelves", OutcomeStatus.SUCCESS, USUAL);
    return List.of(one, two, three);
  }

  @Test
  void many_later_runs_have_pushed_a_run_out_of_the_sources() {
    String secret = word();
    String gone = run("one", secret, OutcomeStatus.SUCCESS, Map.of("region", secret));
    learn();
    for (int number = 0; number < 33; number++) {
      run("run " + number, "move the tables", OutcomeStatus.SUCCESS, USUAL);
    }
    learn();
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void a_procedure_was_retracted_before_it_lost_a_run() {
    String secret = word();
    String gone = failed("one", secret);
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    run("three", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    called("four", "look", USUAL, "ok");
    run("four", "move the shelves", OutcomeStatus.SUCCESS, USUAL);
    learn();
    assertThat(past()).contains("procedure:");
    procedures().forEach(id -> membrane.revision().retract(id, "no longer"));
    assertThat(past()).contains(secret);
    end(gone, OutcomeStatus.PARTIAL);
    learn();
    eraseRun(gone);
    assertForgotten(gone, secret);
  }

  @Test
  void a_fact_has_so_much_evidence_that_an_episode_is_no_longer_among_it() {
    String gone = told("one", "the office is in Lisbon");
    end(gone, OutcomeStatus.SUCCESS);
    learn();
    for (int number = 0; number < 101; number++) {
      clock.pass(Duration.ofSeconds(1));
      membrane
          .ingestion()
          .observe(
              ObservationRequest.builder()
                  .source("ann")
                  .subject("user")
                  .predicate("observed_in")
                  .object(new JsonString("the office is in Lisbon"))
                  .options(IngestOptions.NONE.scope(SCOPE))
                  .build());
    }
    MemoryRecord fact =
        records().stream().filter(it -> it.type() == MemoryType.SEMANTIC).findAny().orElseThrow();
    assertThat(CODEC.encode(fact.withAuditLog(List.of()))).doesNotContain(gone);
    EraseReport done = eraseRun(gone);
    assertThat(done.changedIds()).containsExactly(fact.id());
    assertThat(past()).doesNotContain(gone);
  }

  @Test
  void a_run_that_was_pruned_is_taken_back_by_its_last_version() {
    assertTakenBack(2);
  }

  @Test
  void a_run_that_was_pruned_and_that_no_note_names_is_taken_back_by_its_last_version() {
    assertTakenBack(25);
  }

  /** As if it had never been: the argument that it alone was given otherwise is a default then. */
  private void assertTakenBack(int others) {
    String secret = word();
    String gone = run("one", "carry " + secret, OutcomeStatus.SUCCESS, Map.of("region", secret));
    learn();
    membrane.revision().penalize(gone, 1, "old");
    clock.pass(Duration.ofDays(8));
    membrane.maintenance().prune();
    assertThat(records()).extracting(MemoryRecord::id).doesNotContain(gone);
    for (int number = 0; number < others; number++) {
      run("run " + number, "move the tables", OutcomeStatus.SUCCESS, USUAL);
    }
    learn();
    assertThat(everything().text.toString()).contains(secret);
    eraseRun(gone);
    assertForgotten(gone, secret);
    assertThat(records().stream().filter(it -> it.type().isProcedure()))
        .hasSize(2)
        .allSatisfy(
            procedure -> assertThat(CODEC.encode(procedure)).contains("move the tables", "north"));
    assertThat(learned(MemoryType.COMPETENCE))
        .singleElement()
        .asString()
        .contains("successCount=" + others);
  }

  @Test
  void a_process_has_ended_in_the_middle() {
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    run("three", "move the chairs", OutcomeStatus.SUCCESS, USUAL);
    boolean isDone = false;
    for (int commits = 1; !isDone; commits++) {
      assertThat(commits).isLessThan(30);
      String secret = word();
      String gone = failed("one " + commits, secret);
      learn();
      end(gone, OutcomeStatus.PARTIAL);
      learn();
      assertOnlyInThePast(secret);
      try (Membrane dying = over(NumberedCommits.endingAfter(commits, store))) {
        dying.revision().erase(EraseRequest.ofRecords(List.of(gone)));
        isDone = true;
      } catch (StoreUnavailableException ended) {
        membrane.revision().erase(EraseRequest.ofScope("another"));
      }
      assertForgotten(gone, secret);
    }
  }

  @Test
  void what_never_had_anything_of_a_run_keeps_its_versions() {
    String gone = open("one", word(), Map.of("region", word()));
    run("two", "move the tables", OutcomeStatus.SUCCESS, USUAL);
    learn();
    goOn("one");
    String before = observe("Ann", "tea");
    observe("Ann", "tea");
    eraseRun(gone);
    assertThat(versions(before)).hasSize(2).noneMatch(version -> version.record() == null);
  }
}
