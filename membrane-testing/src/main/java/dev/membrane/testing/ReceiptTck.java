package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.Difference;
import dev.membrane.ReplayAnswer.ReplayedProcedure;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A receipt tells what was answered, and why it would be answered otherwise. */
public abstract class ReceiptTck extends HistoryScenes {

  /** For subclasses. */
  protected ReceiptTck() {}

  @Test
  void a_receipt_shows_what_was_answered_and_why_it_would_be_answered_otherwise() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      Caller bob = Caller.named("bob").permitted(Set.of(Permission.RETRIEVE));
      String same = observe(membrane, "first");
      String faded = observe(membrane, "second");
      String gone = observe(membrane, "third");
      clock.pass(Duration.ofSeconds(1));
      RetrieveRequest question = bySalience().limit(100).receipt(true).build();
      RetrieveAnswer answer = membrane.as(bob).retrieval().retrieve(question);
      assertThat(membrane.retrieval().retrieve(bySalience().build()).receiptId()).isEmpty();
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().penalize(faded, 0.5, "because");
      membrane.revision().delete(gone, "asked");
      String added = observe(membrane, "fourth");
      ReplayAnswer replay = membrane.as(bob).retrieval().replay(answer.receiptId());
      assertThat(replay.principal()).isEqualTo("bob");
      assertThat(replay.at()).isEqualTo(clock.instant().minusSeconds(1));
      assertThat(replay.withheld()).isEqualTo(1);
      Map<String, Difference> differences = new HashMap<>();
      replay.records().forEach(it -> differences.put(it.id(), it.difference()));
      assertThat(differences)
          .isEqualTo(
              Map.of(
                  same, Difference.RANKED_ANEW, faded, Difference.CHANGED, added, Difference.NEW));
      Caller eve = Caller.named("eve").permitted(Set.of(Permission.RETRIEVE));
      assertUnknownReceipt(membrane.as(eve), answer.receiptId());
      assertThat(membrane.retrieval().replay(answer.receiptId()).records())
          .isEqualTo(replay.records());
      assertUnknownReceipt(membrane.as(Caller.named("root").in("project")), answer.receiptId());
      assertUnknownReceipt(
          membrane.as(Caller.named("root").upTo(Sensitivity.HIGH)), answer.receiptId());
      clock.pass(Duration.ofDays(8));
      assertUnknownReceipt(membrane.as(bob), answer.receiptId());
    }
  }

  @Test
  void another_score_at_the_same_place_is_no_difference() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      RetrieveRequest question = bySalience().limit(100).receipt(true).build();
      String receipt = membrane.retrieval().retrieve(question).receiptId();
      clock.pass(Duration.ofDays(1));
      ReplayedRecord record = membrane.retrieval().replay(receipt).records().get(0);
      assertThat(record.id()).isEqualTo(id);
      assertThat(Objects.requireNonNull(record.now()).score())
          .isLessThan(Objects.requireNonNull(record.then()).score());
      assertThat(record.difference()).isEqualTo(Difference.NONE);
    }
  }

  @Test
  void a_receipt_tells_what_was_retired_and_what_is_no_longer_shown_in_full() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      Caller bob = Caller.named("bob").permitted(Set.of(Permission.RETRIEVE));
      String kept = observe(membrane, "first");
      String retracted = observe(membrane, "second");
      clock.pass(Duration.ofSeconds(1));
      RetrieveRequest question =
          bySalience().includeRetracted(false).limit(100).receipt(true).build();
      String receipt = membrane.as(bob).retrieval().retrieve(question).receiptId();
      membrane.revision().retract(retracted, "it was wrong");
      assertThat(differences(membrane.as(bob), receipt))
          .isEqualTo(Map.of(kept, Difference.NONE, retracted, Difference.RETIRED));
      assertThat(differences(membrane.as(bob.upTo(Sensitivity.PUBLIC)), receipt))
          .isEqualTo(Map.of(kept, Difference.OUTLINED, retracted, Difference.OUTLINED));
    }
  }

  private static Map<String, Difference> differences(Memory membrane, String receipt) {
    return membrane.retrieval().replay(receipt).records().stream()
        .collect(Collectors.toMap(ReplayedRecord::id, ReplayedRecord::difference));
  }

  @Test
  void a_receipt_of_the_past_names_what_was_pruned_since() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      Instant then = clock.instant();
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().retract(id, "old");
      clock.pass(Duration.ofDays(29));
      RetrieveRequest question = bySalience().limit(100).asOf(then).receipt(true).build();
      String receipt = membrane.retrieval().retrieve(question).receiptId();
      clock.pass(Duration.ofDays(2));
      assertThat(membrane.maintenance().prune()).isEqualTo(1);
      ReplayAnswer replay = membrane.retrieval().replay(receipt);
      assertThat(replay.withheld()).isZero();
      assertThat(replay.records())
          .singleElement()
          .extracting(ReplayedRecord::id, ReplayedRecord::difference)
          .containsExactly(id, Difference.NONE);
    }
  }

  @Test
  void a_receipt_of_few_tokens_is_compared_with_as_many() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      for (int i = 0; i < 30; i++) {
        observe(membrane, "the " + i + "th of many");
      }
      RetrieveRequest question =
          bySalience().view(AnswerView.TEXT).maxTokens(60).limit(30).receipt(true).build();
      RetrieveAnswer answer = membrane.retrieval().retrieve(question);
      assertThat(answer.truncated()).isTrue();
      assertThat(membrane.retrieval().replay(answer.receiptId()).records())
          .hasSizeBetween(1, 20)
          .allMatch(record -> record.difference() == Difference.NONE);
      assertThatThrownBy(
              () -> membrane.retrieval().retrieve(bySalience().limit(1_001).receipt(true).build()))
          .isInstanceOf(ValidationException.class)
          .hasMessageStartingWith("receipt is for answers of at most 1000 records");
    }
  }

  @Test
  void a_receipt_keeps_the_selection_that_was_answered() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String first = skill(membrane, "prune the roses");
      String second = skill(membrane, "prune the pears");
      RetrieveAnswer answer =
          membrane.retrieval().retrieve(byWords("prune the roses").receipt(true).build());
      Selection selection = Objects.requireNonNull(answer.selection());
      assertThat(selection.selected()).extracting(MemoryRecord::id).contains(first, second);
      ReplayedSelection kept =
          Objects.requireNonNull(membrane.retrieval().replay(answer.receiptId()).selection());
      assertThat(kept.selected())
          .extracting(ReplayedProcedure::id)
          .isEqualTo(selection.selected().stream().map(MemoryRecord::id).toList());
      assertThat(kept.selected())
          .extracting(ReplayedProcedure::score)
          .isEqualTo(selection.procedures().stream().map(SelectedProcedure::score).toList());
      assertThat(kept.selected()).extracting(ReplayedProcedure::version).containsOnly(1L);
      assertThat(kept.confidence()).isEqualTo(selection.confidence());
      assertThat(kept.needsMore()).isEqualTo(selection.needsMore());
      membrane.revision().delete(second, "asked");
      assertThat(membrane.retrieval().replay(answer.receiptId()).selection())
          .extracting(ReplayedSelection::selected)
          .asInstanceOf(LIST)
          .hasSize(selection.selected().size() - 1);
    }
  }

  @Test
  void a_receipt_tells_what_would_be_selected_now_and_why_it_differs() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      Caller bob = Caller.named("bob").permitted(Set.of(Permission.RETRIEVE));
      String same = skill(membrane, "prune the roses", Sensitivity.LOW);
      String retracted = skill(membrane, "prune the pears", Sensitivity.LOW);
      String changed = skill(membrane, "prune the plums", Sensitivity.LOW);
      String secret = skill(membrane, "prune the vines", Sensitivity.MEDIUM);
      clock.pass(Duration.ofSeconds(1));
      RetrieveRequest question = byWords("prune the roses").receipt(true).build();
      RetrieveAnswer answer = membrane.as(bob).retrieval().retrieve(question);
      ReplayAnswer untouched = membrane.retrieval().replay(answer.receiptId());
      assertThat(untouched.selectionNow()).isEqualTo(untouched.selection());
      assertThat(differences(untouched.selection()))
          .containsOnlyKeys(same, retracted, changed, secret)
          .containsValue(Difference.NONE);
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().retract(retracted, "it was wrong");
      membrane.revision().penalize(changed, 0.1, "because");
      String added = skill(membrane, "prune the roses again", Sensitivity.LOW);
      ReplayAnswer replay = membrane.retrieval().replay(answer.receiptId());
      Map<String, Difference> then = differences(replay.selection());
      assertThat(then)
          .containsEntry(retracted, Difference.RETIRED)
          .containsEntry(changed, Difference.CHANGED);
      Map<String, Difference> now = differences(replay.selectionNow());
      assertThat(now).containsEntry(added, Difference.NEW).doesNotContainKey(retracted);
      for (String both : List.of(same, changed, secret)) {
        assertThat(now.get(both)).isEqualTo(then.get(both));
      }
      RetrieveAnswer asked = membrane.retrieval().retrieve(byWords("prune the roses").build());
      Selection selection = Objects.requireNonNull(asked.selection());
      ReplayedSelection selected = Objects.requireNonNull(replay.selectionNow());
      assertThat(selected.selected())
          .extracting(ReplayedProcedure::id)
          .isEqualTo(selection.selected().stream().map(MemoryRecord::id).toList());
      assertThat(selected.selected())
          .extracting(ReplayedProcedure::score)
          .isEqualTo(selection.procedures().stream().map(SelectedProcedure::score).toList());
      assertThat(selected.confidence()).isEqualTo(selection.confidence());
      assertThat(selected.needsMore()).isEqualTo(selection.needsMore());
      ReplayAnswer low =
          membrane.as(bob.upTo(Sensitivity.LOW)).retrieval().replay(answer.receiptId());
      assertThat(differences(low.selection())).containsEntry(secret, Difference.OUTLINED);
      assertThat(differences(low.selectionNow())).doesNotContainKey(secret);
    }
  }

  private static Map<String, Difference> differences(@Nullable ReplayedSelection selection) {
    return Objects.requireNonNull(selection).selected().stream()
        .collect(Collectors.toMap(ReplayedProcedure::id, ReplayedProcedure::difference));
  }

  @Test
  void a_receipt_of_the_past_has_no_selection() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      var unused = skill(membrane, "prune the roses");
      Instant then = clock.instant();
      clock.pass(Duration.ofSeconds(1));
      RetrieveRequest question = byWords("prune the roses").asOf(then).receipt(true).build();
      String receipt = membrane.retrieval().retrieve(question).receiptId();
      ReplayAnswer replay = membrane.retrieval().replay(receipt);
      assertThat(replay.selection()).isNull();
      assertThat(replay.selectionNow()).isNull();
    }
  }

  private static String skill(Memory membrane, String name) {
    return skill(membrane, name, Sensitivity.LOW);
  }

  private static String skill(Memory membrane, String name, Sensitivity level) {
    RecordDraft draft =
        new RecordCodec()
            .decodeDraft(
                """
                {"type":"competence","sensitivity":"%s",
                 "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
                 "payload":{"kind":"competence","skill_name":"%s","triggers":[{"signal":"%s"}],
                 "recipe":[{"step":"cut"}]}}
                """
                    .formatted(level.wireName(), name, name));
    return membrane
        .ingestion()
        .record(RecordRequest.builder().record(draft).source("agent").unscoped().build())
        .id();
  }

  @Test
  void a_receipt_of_the_past_is_read_even_when_that_is_not_known_any_more() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "2d")) {
      String id = observe(membrane, "first");
      Instant then = clock.instant();
      clock.pass(Duration.ofDays(1));
      String receipt =
          membrane
              .retrieval()
              .retrieve(bySalience().limit(100).asOf(then).receipt(true).build())
              .receiptId();
      assertThat(membrane.retrieval().replay(receipt).refusal()).isEmpty();
      clock.pass(Duration.ofDays(3));
      ReplayAnswer replay = membrane.retrieval().replay(receipt);
      assertThat(replay.refusal()).startsWith("as_of must not be before");
      assertThat(replay.request().asOf()).isEqualTo(then);
      ReplayedRecord record = replay.records().get(0);
      assertThat(record.id()).isEqualTo(id);
      assertThat(record.then()).isNotNull();
      assertThat(record.now()).isNull();
      assertThat(record.difference()).isEqualTo(Difference.UNKNOWN);
      clock.pass(Duration.ofDays(4));
      assertUnknownReceipt(membrane, receipt);
    }
  }

  private static void assertUnknownReceipt(Memory membrane, String id) {
    assertThatThrownBy(() -> membrane.retrieval().replay(id)).isInstanceOf(NotFoundException.class);
  }
}
