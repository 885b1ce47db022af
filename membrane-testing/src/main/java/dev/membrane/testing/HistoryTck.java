package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.membrane.AccessDeniedException;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff.FieldChange;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.fixture.WordHashes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Which versions of a record are kept, for how long, who may see them, and of which instants may be
 * asked.
 */
public abstract class HistoryTck extends HistoryScenes {

  private static final Caller LOW = Caller.named("low").upTo(Sensitivity.LOW);

  /** For subclasses. */
  protected HistoryTck() {}

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

  /** Each look at the clock takes a millisecond. */
  private Membrane ticking(MemoryStore store) {
    return Membrane.builder()
        .clock(
            () -> {
              clock.pass(Duration.ofMillis(1));
              return clock.instant();
            })
        .store(store)
        .backgroundJobs(false)
        .build();
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

  @Test
  void what_is_withheld_today_is_withheld_of_the_past() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      RecordDraft hyper =
          RecordDraft.builder()
              .payload(((MemoryRecord) membrane.retrieval().byId(id, ALL)).payload())
              .sensitivity(Sensitivity.HYPER)
              .build();
      clock.pass(Duration.ofSeconds(1));
      String hidden = membrane.revision().supersede(id, hyper, "a secret reason").id();
      Instant then = clock.instant();
      assertWithheld(membrane.as(LOW).retrieval().byId(id, ALL, then));
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().delete(hidden, "asked");
      assertWithheld(membrane.as(LOW).retrieval().byId(id, ALL));
      assertWithheld(membrane.as(LOW).retrieval().byId(id, ALL, then));
      assertThat(membrane.as(LOW).audit().history(id, PageRequest.FIRST).items().toString())
          .doesNotContain("secret");
    }
  }

  private static void assertWithheld(RecordView shown) {
    assertThat(((MemoryRecord) shown).auditLog())
        .last()
        .extracting(AuditEntry::actor, AuditEntry::rationale)
        .containsExactly("", "");
  }

  @Test
  void a_history_tells_who_changed_what_when_and_why() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      Instant begun = clock.instant();
      String id = observe(membrane, "first");
      clock.pass(Duration.ofSeconds(5));
      membrane.as(Caller.named("bob")).revision().penalize(id, 0.5, "stale");
      clock.pass(Duration.ofSeconds(5));
      membrane.as(Caller.named("eve")).revision().retract(id, "wrong");
      List<HistoryEntry> versions = versions(membrane, id);
      assertThat(versions)
          .extracting(HistoryEntry::from)
          .containsExactly(begun, begun.plusSeconds(5), begun.plusSeconds(10));
      assertThat(versions.get(2).to()).isNull();
      assertThat(versions)
          .extracting(
              entry -> entry.audit().get(0).actor() + ": " + entry.audit().get(0).rationale())
          .endsWith("bob: stale", "eve: wrong");
      assertThat(versions.get(0).record()).isNotNull();
      assertThat(versions.get(1).record()).as("only its salience has changed").isNull();
      assertThat(versions.get(1).salience()).isCloseTo(0.5, within(0.01));
      assertThat(versions.get(2).record()).isNotNull();
      Page<HistoryEntry> first = membrane.audit().history(id, PageRequest.FIRST.ofSize(2));
      Page<HistoryEntry> second =
          membrane.audit().history(id, PageRequest.FIRST.ofSize(2).after(first.nextCursor()));
      assertThat(Stream.of(first, second).flatMap(page -> page.items().stream()))
          .isEqualTo(versions);
      assertThat(second.nextCursor()).isEmpty();
    }
  }

  @Test
  void a_version_begins_with_the_salience_of_its_instant() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      clock.pass(Duration.ofDays(30));
      membrane.revision().contest(id, "", "doubted");
      HistoryEntry contested = versions(membrane, id).get(1);
      double live = salience(membrane.retrieval().byId(id, ALL, contested.from()));
      assertThat(live).isLessThan(1);
      assertThat(contested.salience()).isEqualTo(live);
      assertThat(salience(contested.record())).isEqualTo(live);
      assertThat(membrane.audit().under(ALL).diff(id, 1, contested.version()).changes())
          .filteredOn(change -> change.path().equals("/salience"))
          .extracting(FieldChange::after)
          .containsExactly(JsonValue.of(live));
    }
  }

  private static double salience(@Nullable RecordView view) {
    return ((MemoryRecord) Objects.requireNonNull(view)).salience();
  }

  @Test
  void the_last_page_of_what_is_gone_says_so() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().penalize(id, 1, "stale");
      clock.pass(Duration.ofSeconds(1));
      assertThat(membrane.maintenance().prune()).isPositive();
      Page<HistoryEntry> gone = membrane.audit().history(id, PageRequest.FIRST);
      assertThat(gone.items()).last().extracting(HistoryEntry::to).isNotNull();
      assertThat(gone.nextCursor()).isEmpty();
    }
  }

  @Test
  void a_history_shows_the_sources_that_its_reader_gave_as_the_record_does() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String hidden = observe(membrane, "first");
      Caller stranger = Caller.named("stranger").in("theirs");
      EventRequest event =
          EventRequest.builder()
              .source("agent")
              .eventKind("note")
              .ref(hidden)
              .options(IngestOptions.NONE.scope("theirs"))
              .build();
      Memory theirs = membrane.as(stranger);
      String id = theirs.ingestion().event(event).record().id();
      MemoryRecord shown = (MemoryRecord) theirs.retrieval().byId(id, ALL);
      assertThat(shown.provenance().sources()).isNotEmpty();
      assertThat(theirs.audit().history(id, PageRequest.FIRST).items())
          .singleElement()
          .extracting(entry -> Objects.requireNonNull(entry.record()).provenance())
          .isEqualTo(shown.provenance());
    }
  }

  @Test
  void a_record_that_a_batch_makes_and_changes_has_one_version_that_tells_both() {
    try (MemoryStore store = openStore();
        Membrane membrane = ticking(store)) {
      ObservationRequest fact =
          ObservationRequest.builder()
              .source("agent")
              .subject("Ann")
              .predicate("likes")
              .object("pears")
              .options(IngestOptions.NONE.unscoped())
              .build();
      String id = membrane.ingestion().batch(List.of(fact, fact)).get(0).get().id();
      assertThat(versions(membrane, id))
          .singleElement()
          .extracting(HistoryEntry::audit, LIST)
          .extracting(entry -> ((AuditEntry) entry).action())
          .containsExactly(AuditAction.CREATE, AuditAction.REINFORCE);
    }
  }

  @Test
  void a_pruned_record_keeps_its_versions_and_a_deleted_one_has_none() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String pruned = observe(membrane, "first");
      String deleted = observe(membrane, "second");
      Instant then = clock.instant();
      clock.pass(Duration.ofSeconds(1));
      membrane.revision().retract(pruned, "old");
      membrane.revision().delete(deleted, "asked");
      clock.pass(Duration.ofDays(60));
      assertThat(membrane.maintenance().prune()).isEqualTo(1);
      assertThat(membrane.retrieval().retrieve(bySalience().build()).results()).isEmpty();
      assertThat(membrane.retrieval().retrieve(bySalience().asOf(then).build()).results())
          .extracting(RecordView::id)
          .containsExactly(pruned);
      assertThat(versions(membrane, pruned))
          .extracting(HistoryEntry::version)
          .containsExactly(1L, 2L);
      assertThat(versions(membrane, deleted)).isEmpty();
    }
  }

  @Test
  void the_versions_of_a_pruned_record_are_deleted_by_who_may_delete_it() {
    try (MemoryStore store = openStore();
        Membrane membrane = over(store, "forever")) {
      String id = observe(membrane, "first");
      Instant then = clock.instant();
      membrane.revision().retract(id, "old");
      clock.pass(Duration.ofDays(60));
      assertThat(membrane.maintenance().prune()).isEqualTo(1);
      Caller reader = Caller.named("eve").permitted(Set.of(Permission.RETRIEVE));
      Caller below = Caller.named("eve").upTo(Sensitivity.PUBLIC);
      for (Caller other : List.of(reader, below)) {
        assertThatThrownBy(() -> membrane.as(other).revision().delete(id, ""))
            .isInstanceOf(AccessDeniedException.class);
      }
      assertThat(versions(membrane, id)).isNotEmpty();
      membrane.revision().delete(id, "asked");
      assertThat(versions(membrane, id)).isEmpty();
      assertThat(membrane.retrieval().retrieve(bySalience().asOf(then).build()).results())
          .isEmpty();
      assertThatThrownBy(() -> membrane.revision().delete(id, "asked"))
          .isInstanceOf(NotFoundException.class);
    }
  }

  private static List<HistoryEntry> versions(Memory membrane, String id) {
    return membrane.audit().history(id, PageRequest.FIRST).items();
  }
}
