package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.fixture.WordHashes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long former states are kept, and of which instants may be asked. */
public abstract class HistoryRetentionTck extends HistoryScenes {

  /** For subclasses. */
  protected HistoryRetentionTck() {}

  @Test
  void an_instant_that_is_not_known_is_refused_and_says_which_is() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "10d")) {
      Instant begun = clock.instant();
      observe(membrane, "first");
      assertRefused(membrane, begun.minusSeconds(1), "must not be before " + begun);
      assertRefused(membrane, begun.plusSeconds(1), "must not be in the future");
      clock.pass(Duration.ofDays(30));
      Instant earliest = clock.instant().minus(Duration.ofDays(10));
      assertRefused(membrane, earliest.minusSeconds(61), "must not be before " + earliest);
      clock.pass(Duration.ofSeconds(50));
      assertThat(membrane.retrieval().retrieve(bySalience().asOf(earliest).build()).results())
          .as("it was said to be the earliest a while ago")
          .hasSize(1);
    }
  }

  private static void assertRefused(Memory membrane, Instant at, String why) {
    for (Runnable call :
        List.<Runnable>of(
            () -> membrane.retrieval().retrieve(bySalience().asOf(at).build()),
            () -> membrane.retrieval().byId("01957b3c-0000-7000-8000-000000000001", ALL, at),
            () -> membrane.listing().records(ListRecordsRequest.builder().asOf(at).build()))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(ValidationException.class)
          .hasMessageStartingWith("as_of " + why);
    }
  }

  @Test
  void without_retention_nothing_is_kept_and_the_past_cannot_be_asked() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "0")) {
      String id = observe(membrane, "first");
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().penalize(id, 0.5, "because");
      assertRefused(membrane, clock.instant(), "cannot be asked");
      assertThat(store.history().orElseThrow().oldestEnd()).isEmpty();
      assertThat(versions(membrane, id)).extracting(HistoryEntry::version).containsExactly(2L);
    }
  }

  @Test
  void what_was_kept_goes_when_its_retention_ends_or_nothing_is_to_be_kept_any_more() {
    try (MemoryStore store = openStore()) {
      String id;
      try (Membrane membrane = over(store, "10d")) {
        id = observe(membrane, "first");
        clock.pass(Duration.ofDays(1));
        membrane.revision().penalize(id, 0.25, "because");
        clock.pass(Duration.ofDays(7));
        membrane.revision().penalize(id, 0.25, "because");
        clock.pass(Duration.ofDays(4));
        membrane.maintenance().prune();
        assertThat(versions(membrane, id))
            .extracting(HistoryEntry::version)
            .containsExactly(2L, 3L);
      }
      try (Membrane membrane = over(store, "0")) {
        membrane.maintenance().prune();
        assertThat(versions(membrane, id)).extracting(HistoryEntry::version).containsExactly(3L);
      }
      Instant begun = clock.instant();
      try (Membrane membrane = over(store, "forever")) {
        assertRefused(membrane, begun.minusSeconds(1), "must not be before " + begun);
      }
    }
  }

  @Test
  void a_sweep_removes_all_that_is_over_however_much_it_is() {
    Map<String, Duration> halves = Map.of("10d", Duration.ofDays(9), "0", Duration.ofSeconds(1));
    halves.forEach(
        (retention, half) -> {
          try (MemoryStore store = openStore()) {
            History history = store.history().orElseThrow();
            try (Membrane membrane = over(store, "10d")) {
              commitMany(store);
              clock.pass(half);
              membrane.maintenance().prune();
              assertThat(history.oldestEnd()).isPresent();
            }
            clock.pass(half);
            try (Membrane membrane = over(store, retention)) {
              membrane.maintenance().prune();
              assertThat(history.oldestEnd()).as(retention).isEmpty();
            }
          }
        });
  }

  /** Keeps of more keys than a commit may forget that they were not there. */
  private void commitMany(MemoryStore store) {
    Changeset.Builder changes = Changeset.builder();
    for (int number = 0; number <= HistorySteps.MAX; number++) {
      changes.addKey(new Key("many:" + number, "", null));
    }
    store.commit(changes.build().with(HistorySteps.NONE.keptAt(clock.instant(), List.of("many:"))));
  }

  @Test
  void an_append_that_is_embedded_changes_no_past_answer_and_keeps_its_vector_no_longer() {
    try (MemoryStore store = openStore();
        Membrane membrane = builder(store, "10d").embedder(new WordHashes()).build()) {
      var unused = observe(membrane, "whoever has a pear tree");
      append(membrane, "a pear for the journey");
      clock.pass(Duration.ofSeconds(1));
      Instant at = clock.instant();
      RetrieveAnswer then = membrane.retrieval().retrieve(byWords("pear").build());
      clock.pass(Duration.ofSeconds(1));
      append(membrane, "plums, quinces and a melon");
      clock.pass(Duration.ofSeconds(1));
      RetrieveAnswer past = membrane.retrieval().retrieve(byWords("pear").asOf(at).build());
      assertThat(past.entries().stream().map(AnswerEntry::score).toList())
          .hasSize(2)
          .isEqualTo(then.entries().stream().map(AnswerEntry::score).toList());
      assertThat(
              membrane.retrieval().retrieve(byWords("pear").build()).entries().stream()
                  .map(AnswerEntry::score)
                  .toList())
          .hasSize(2)
          .isNotEqualTo(then.entries().stream().map(AnswerEntry::score).toList());
      History history = store.history().orElseThrow();
      assertThat(history.oldestEnd()).contains(clock.instant().minusSeconds(1));
      clock.pass(Duration.ofDays(12));
      membrane.maintenance().prune();
      assertThat(history.oldestEnd().orElse(Instant.MAX))
          .isAfter(clock.instant().minus(Duration.ofDays(10)));
    }
  }

  private static void append(Memory membrane, String summary) {
    EventRequest event =
        EventRequest.builder()
            .source("user")
            .eventKind("message")
            .ref("ref")
            .summary(summary)
            .options(IngestOptions.NONE.unscoped().episode("run"))
            .build();
    var unused = membrane.ingestion().event(event);
    assertThat(membrane.maintenance().embed().embedded()).isPositive();
  }

  @Test
  void a_clock_that_was_ahead_once_keeps_nobody_from_asking() {
    try (MemoryStore store = openStore()) {
      Instant now = clock.instant();
      try (Membrane membrane = over(store, "30d")) {
        String id = observe(membrane, "first");
        membrane.revision().penalize(id, 0.25, "because");
        clock.set(now.plus(Duration.ofDays(400)));
        membrane.maintenance().prune();
      }
      clock.set(now.plusSeconds(1));
      try (Membrane membrane = over(store, "30d")) {
        assertRefused(membrane, now, "must not be before " + clock.instant());
        Instant asked = clock.instant();
        clock.pass(Duration.ofSeconds(1));
        String later = observe(membrane, "later");
        assertThat(membrane.retrieval().retrieve(bySalience().asOf(asked).build()).results())
            .extracting(RecordView::id)
            .doesNotContain(later);
      }
    }
  }

  @Test
  void a_clock_that_was_ahead_keeps_nobody_from_asking_without_a_restart() {
    try (MemoryStore store = openStore()) {
      Instant returned = clock.instant().plusSeconds(1);
      Instant asked = returned.plusSeconds(1);
      try (Membrane membrane = over(store, "30d")) {
        membrane.revision().penalize(observe(membrane, "first"), 0.25, "because");
        clock.pass(Duration.ofDays(400));
        membrane.maintenance().prune();
        clock.set(returned);
        assertRefused(membrane, returned.minusMillis(1), "must not be before " + returned);
        clock.set(asked);
        assertThat(membrane.retrieval().retrieve(bySalience().asOf(asked).build()).results())
            .hasSize(1);
      }
      clock.pass(Duration.ofDays(1));
      try (Membrane membrane = over(store, "30d")) {
        assertThat(membrane.retrieval().retrieve(bySalience().asOf(asked).build()).results())
            .hasSize(1);
        assertRefused(membrane, returned.minusMillis(1), "must not be before " + returned);
      }
    }
  }

  @Test
  void a_clock_that_was_behind_makes_nothing_known_that_was_not() {
    try (MemoryStore store = openStore()) {
      Instant begun = clock.instant();
      try (Membrane membrane = over(store, "30d")) {
        for (int hours = 1; hours <= 2; hours++) {
          clock.set(begun.minus(Duration.ofHours(hours)));
          assertRefused(membrane, clock.instant().minusMillis(1), "must not be before");
        }
        clock.set(begun.plusSeconds(1));
        assertRefused(membrane, begun.minusMillis(1), "must not be before " + begun);
      }
    }
  }

  @Test
  void what_is_gone_stays_unknown_to_whoever_keeps_more() {
    try (MemoryStore store = openStore();
        Membrane keepsAll = over(store, "forever")) {
      Instant asked;
      try (Membrane membrane = over(store, "10d")) {
        String id = observe(membrane, "first");
        asked = clock.instant();
        clock.pass(Duration.ofDays(4));
        membrane.revision().penalize(id, 0.25, "because");
        clock.pass(Duration.ofDays(20));
        keepsAll.retrieval().byId(id, ALL, asked);
        membrane.maintenance().prune();
      }
      Instant earliest = clock.instant().minus(Duration.ofDays(10)).minusSeconds(60);
      assertRefused(keepsAll, asked, "must not be before " + earliest);
      clock.pass(Duration.ofDays(1));
      keepsAll.maintenance().prune();
      try (Membrane raised = over(store, "90d")) {
        assertRefused(raised, earliest.minusMillis(1), "must not be before " + earliest);
        assertThat(raised.retrieval().retrieve(bySalience().asOf(earliest).build()).results())
            .hasSize(1);
      }
    }
  }

  @Test
  void at_every_instant_of_a_change_all_of_it_is_done_or_nothing() {
    try (MemoryStore store = openStore();
        Membrane membrane = ticking(store)) {
      String rome = observe(membrane, "Rome");
      clock.pass(Duration.ofSeconds(1));
      Instant before = clock.instant().minusNanos(1_000);
      RecordDraft milan =
          RecordDraft.builder()
              .payload(((MemoryRecord) membrane.retrieval().byId(rome, ALL)).payload())
              .build();
      MemoryRecord successor = (MemoryRecord) membrane.revision().supersede(rome, milan, "moved");
      Instant after = clock.instant();
      assertThat(successor.createdAt()).isBetween(before, after);
      for (Instant at = before; at.isBefore(after); at = at.plusNanos(500_000)) {
        assertThat(membrane.retrieval().retrieve(bySalience().asOf(at).build()).results())
            .as("%s", at)
            .filteredOn(view -> !((MemoryRecord) view).isRetired())
            .extracting(RecordView::id)
            .containsExactly(at.isBefore(successor.createdAt()) ? rome : successor.id());
      }
    }
  }
}
