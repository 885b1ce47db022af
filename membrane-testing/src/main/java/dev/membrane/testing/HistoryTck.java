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
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which versions of a record there are, what its history tells of them, and who may see that. */
public abstract class HistoryTck extends HistoryScenes {

  private static final Caller LOW = Caller.named("low").upTo(Sensitivity.LOW);

  /** For subclasses. */
  protected HistoryTck() {}

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
}
