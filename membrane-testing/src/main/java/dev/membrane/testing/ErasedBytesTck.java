package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.RecordRequest;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Trials;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Of everything that was erased no word is left in the bytes of the store. */
public abstract class ErasedBytesTck extends ErasureScenes {

  private static final int WRITTEN = Trials.of(150);
  private static final int SOME = 50;
  private static final Duration PRUNED_AND_OVER = Duration.ofDays(31);

  /** For subclasses. */
  protected ErasedBytesTck() {}

  /** Has a store remove from its files what it no longer holds; it may be closed for that. */
  protected void settle(MemoryStore opened) {}

  /** Which of some words are in any byte that the store keeps. */
  protected Set<String> found(Collection<String> forbidden) {
    String text = everything().text.toString().toLowerCase(Locale.ROOT);
    return forbidden.stream().filter(text::contains).collect(Collectors.toSet());
  }

  @Test
  void of_everything_that_was_erased_no_word_is_in_any_byte() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < WRITTEN; number++) {
      secret.add(fill(number));
    }
    learn();
    List<String> all = new ArrayList<>(records().stream().map(MemoryRecord::id).toList());
    List<String> facts =
        records().stream()
            .filter(record -> record.payload() instanceof SemanticPayload)
            .map(MemoryRecord::id)
            .toList();
    for (int number = 0; number + 1 < facts.size(); number += 2) {
      String word = word();
      secret.add(word);
      all.add(revise(number, facts.get(number), facts.get(number + 1), word));
    }
    assertThat(found(secret)).containsExactlyInAnyOrderElementsOf(secret);
    for (int from = 0; from < all.size(); from += EraseRequest.MAX_IDS) {
      int to = Math.min(all.size(), from + EraseRequest.MAX_IDS);
      erase(EraseRequest.ofRecords(all.subList(from, to)));
    }
    assertThat(records()).isEmpty();
    assertGone(secret.toArray(String[]::new));
    membrane.close();
    settle(store);
    assertThat(found(secret)).isEmpty();
  }

  @Test
  void of_a_run_that_a_procedure_had_lost_before_no_word_is_in_any_byte() {
    String word = word();
    told("one", "move the tables");
    for (String tool : List.of("look", "move")) {
      called("one", tool, Map.of("region", "north"), "ok");
    }
    String gone = called("one", "check", Map.of("region", "north"), Map.of("error", word));
    end(gone, OutcomeStatus.FAILURE);
    run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of("region", "north"));
    run("three", "move the shelves", OutcomeStatus.SUCCESS, Map.of("region", "north"));
    learn();
    end(gone, OutcomeStatus.PARTIAL);
    learn();
    assertThat(found(Set.of(word))).containsExactly(word);
    erase(gone);
    membrane.close();
    settle(store);
    assertThat(found(Set.of(word))).isEmpty();
  }

  @Test
  void of_a_run_that_is_kept_no_longer_no_word_is_in_any_byte() {
    String word = word();
    String gone = learned(word);
    Instant then = lose(gone);
    erase(gone);
    assertThat(keptRuns(then)).doesNotContain(gone);
    membrane.close();
    settle(store);
    assertThat(found(Set.of(word))).isEmpty();
  }

  @Test
  void of_a_run_that_is_kept_no_longer_no_word_is_in_any_byte_once_its_procedures_are_erased() {
    String word = word();
    String gone = learned(word);
    Set<String> learned = learned();
    Instant then = lose(gone);
    learned.addAll(learned());
    membrane.revision().delete(gone, "asked");
    assertThat(keptRuns(then)).contains(gone);
    erase(learned.toArray(String[]::new));
    assertThat(keptRuns(then)).doesNotContain(gone);
    membrane.close();
    settle(store);
    assertThat(found(Set.of(word))).isEmpty();
  }

  @Test
  void a_run_that_is_kept_no_longer_is_counted_once_it_is_deleted() {
    String gone = learned(word());
    Instant then = lose(gone);
    membrane.revision().delete(gone, "");
    assertThat(keptRuns(then)).contains(gone);
    assertThat(erase(gone).prunedIds()).contains(gone);
    assertThat(keptRuns(then)).doesNotContain(gone);
  }

  @Test
  void a_procedure_that_was_pruned_takes_the_runs_with_it_that_are_kept_no_longer() {
    String gone = learned(word());
    Set<String> pruned = learned();
    Instant then = lose(gone);
    pruned.removeAll(learned());
    assertThat(pruned).isNotEmpty();
    erase(pruned.toArray(String[]::new));
    assertThat(keptRuns(then)).doesNotContain(gone);
  }

  @Test
  void a_procedure_that_no_run_stands_behind_takes_no_former_runs_with_it() {
    String gone = learned(word());
    Instant then = lose(gone);
    RecordDraft own =
        CODEC.decodeDraft(
            """
            {"type":"competence","sensitivity":"low","scope":"place",
             "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
             "payload":{"kind":"competence","skill_name":"iron shirts","triggers":[],"recipe":[]}}
            """);
    erase(membrane.ingestion().record(RecordRequest.of("agent", own)).id());
    assertThat(keptRuns(then)).contains(gone);
  }

  @Test
  void of_a_run_that_failed_once_nothing_is_known_of_the_past_once_it_is_erased() {
    String id = aborted();
    Instant then = clock.instant();
    clock.pass(Duration.ofSeconds(1));
    end(id, OutcomeStatus.SUCCESS);
    assertThat(abortedRuns(then)).hasSize(1);
    erase(id);
    assertThat(abortedRuns(then)).isEmpty();
  }

  @Test
  void of_a_run_that_failed_once_nothing_is_known_of_the_past_once_its_scope_is_erased() {
    String id = aborted();
    Instant then = clock.instant();
    clock.pass(Duration.ofSeconds(1));
    end(id, OutcomeStatus.SUCCESS);
    assertThat(abortedRuns(then)).hasSize(1);
    erase(EraseRequest.ofScope(SCOPE));
    assertThat(abortedRuns(then)).isEmpty();
  }

  private String aborted() {
    told("failed", "move the tables");
    String id = called("failed", "look", Map.of(), "Error: no luck");
    end(id, OutcomeStatus.FAILURE);
    return id;
  }

  private List<Key> abortedRuns(Instant at) {
    String name = ProcedureKeys.abortedRuns(new LearningScope(SCOPE, Sensitivity.LOW));
    return store.history().orElseThrow().keys(at, List.of(name));
  }

  /** A run that is learned from. */
  private String learned(String word) {
    String id = run("one", "move the tables " + word, OutcomeStatus.SUCCESS, Map.of());
    run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of());
    learn();
    return id;
  }

  private Set<String> learned() {
    return records().stream()
        .filter(record -> record.type() != MemoryType.EPISODIC)
        .map(MemoryRecord::id)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A run that has another outcome is not kept any more; answers until when it was. */
  private Instant lose(String id) {
    Instant then = clock.instant();
    end(id, OutcomeStatus.FAILURE);
    learn();
    assertThat(keptRuns(clock.instant())).doesNotContain(id);
    assertThat(keptRuns(then)).contains(id);
    return then;
  }

  private List<String> keptRuns(Instant at) {
    return store.history().orElseThrow().runs(at, Visibility.ALL, null, 100).stream()
        .map(KeptRun::id)
        .toList();
  }

  @Test
  void of_what_was_deleted_before_anything_was_learned_no_word_is_in_any_byte() {
    Set<String> secret = fillSome();
    for (MemoryRecord record : records()) {
      membrane.revision().delete(record.id(), "asked");
    }
    membrane.close();
    settle(store);
    assertThat(found(secret)).isEmpty();
  }

  @Test
  void of_what_was_pruned_no_word_is_in_any_byte_once_its_versions_are_over() {
    Set<String> secret = fillSome();
    assertThat(found(secret)).containsExactlyInAnyOrderElementsOf(secret);
    List<MemoryRecord> records = records();
    for (MemoryRecord record : records) {
      membrane.revision().penalize(record.id(), 1, "old");
    }
    clock.pass(PRUNED_AND_OVER);
    try (Membrane learningNothing = withoutStages()) {
      assertThat(learningNothing.maintenance().prune()).isEqualTo(records.size());
      clock.pass(PRUNED_AND_OVER);
      learningNothing.maintenance().prune();
    }
    membrane.close();
    settle(store);
    assertThat(found(secret)).isEmpty();
  }

  private Membrane withoutStages() {
    return Membrane.builder()
        .clock(clock)
        .backgroundJobs(false)
        .stages(List.of())
        .store(store)
        .build();
  }

  /** Some of every kind of write; answers their words. */
  private Set<String> fillSome() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < SOME; number++) {
      secret.add(fill(number));
    }
    return secret;
  }

  /** One of every kind of revision, of a fact or two of them; answers the id of the new fact. */
  private String revise(int number, String id, String other, String word) {
    RecordDraft draft = fact(word, word);
    return switch (number / 2 % 3) {
      case 0 -> membrane.revision().supersede(id, draft, word).id();
      case 1 -> membrane.revision().fork(id, draft, word).id();
      default -> membrane.revision().merge(List.of(id, other), draft, word).id();
    };
  }
}
