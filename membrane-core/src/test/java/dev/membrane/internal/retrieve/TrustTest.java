package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrustTest {

  private static final Caller OF_TEAM =
      Caller.named("ann")
          .upTo(Sensitivity.MEDIUM)
          .in("team")
          .permitted(Set.of(Permission.RETRIEVE));

  private final Remembered memory = new Remembered();

  @Test
  void hidden_records_change_no_byte_of_an_answer() {
    TrustContext trust = TrustContext.upTo(Sensitivity.LOW, "team");
    for (int i = 0; i < 20; i++) {
      memory.event("apple pear " + i, record -> record.scope("team"));
      memory.event("plum", salience(0.9));
    }
    memory.add(Remembered.skill("apple skill", null, List.of(), "t"));
    RetrieveAnswer before =
        memory.ask(trust, ask -> ask.taskDescriptor("apple pear zebra").explain(true));
    for (int i = 0; i < 200; i++) {
      memory.event("apple zebra", record -> record.scope("other").salience(9));
      memory.event("pear zebra", guarded(Sensitivity.HIGH));
      memory.add(Remembered.skill("apple zebra", null, List.of(), "u"), guarded(Sensitivity.HYPER));
    }
    assertThat(memory.ask(trust, ask -> ask.taskDescriptor("apple pear zebra").explain(true)))
        .isEqualTo(before);
  }

  @Test
  void words_of_redacted_records_influence_no_score() {
    String seen = memory.event("apple pear");
    String before = whyFirst(memory.ask(ask -> ask.taskDescriptor("apple zebra").explain(true)));
    String redacted = memory.event("apple zebra", guarded(Sensitivity.MEDIUM));
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("apple zebra").explain(true));
    assertThat(ids(answer)).containsExactly(seen, redacted);
    assertThat(whyFirst(answer)).isEqualTo(before);
    assertThat(answer.entries().get(1).explanation().members()).doesNotContainKey("terms");
  }

  @Test
  void one_level_above_only_the_outline_is_shown_in_its_place_by_salience() {
    String low = memory.event("a", salience(0.1));
    String medium =
        memory.event("b", record -> record.sensitivity(Sensitivity.MEDIUM).salience(0.4));
    memory.event("c", record -> record.sensitivity(Sensitivity.HIGH).salience(0.9));
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(ids(answer)).containsExactly(medium, low);
    RedactedRecord outline = (RedactedRecord) answer.results().get(0);
    assertThat(outline.salience()).isEqualTo(0.4);
    assertThat(outline.sensitivity()).isEqualTo(Sensitivity.MEDIUM);
  }

  @Test
  void outlines_match_no_tags_thread_or_context() {
    memory.add(
        Remembered.working("t1", "s"),
        record -> record.sensitivity(Sensitivity.MEDIUM).tags(List.of("x")));
    assertThat(memory.idsFor(ask -> ask)).hasSize(1);
    assertThat(memory.idsFor(ask -> ask.tags(List.of("x")))).isEmpty();
    assertThat(memory.idsFor(ask -> ask.threadId("t1"))).isEmpty();
    assertThat(memory.idsFor(ask -> ask.context(json("os", "linux")))).isEmpty();
  }

  @Test
  void the_selector_never_sees_outlines() {
    memory.event("apple");
    memory.add(Remembered.skill("apple", null, List.of(), "t"), guarded(Sensitivity.MEDIUM));
    assertThat(memory.ask(ask -> ask.taskDescriptor("apple")).selection()).isNull();
  }

  @Test
  void scopes_narrow_and_unscoped_records_are_always_there() {
    String open = memory.event("a");
    String team = memory.event("b", record -> record.scope("team"));
    memory.event("c", record -> record.scope("other"));
    assertThat(ids(memory.ask(TrustContext.upTo(Sensitivity.LOW, "team"), ask -> ask)))
        .containsExactly(open, team);
    assertThat(ids(memory.ask(TRUST, ask -> ask))).hasSize(3);
  }

  @Test
  void a_grant_bounds_what_a_request_may_see() {
    String team = memory.event("a", record -> record.scope("team"));
    memory.event("b", record -> record.scope("other"));
    memory.event("c", record -> record.scope("team").sensitivity(Sensitivity.HYPER));
    RetrieveRequest all =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER)).build();
    assertThat(ids(memory.service().retrieve(all, OF_TEAM))).containsExactly(team);
    RetrieveRequest other =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER, "other")).build();
    assertThat(memory.service().retrieve(other, OF_TEAM).results()).isEmpty();
  }

  @Test
  void invisible_rows_do_not_use_up_the_limit() {
    for (int i = 0; i < 50; i++) {
      memory.event("apple", record -> record.sensitivity(Sensitivity.HIGH).salience(9));
    }
    String seen = memory.event("apple", salience(0.1));
    assertThat(memory.idsFor(ask -> ask.limit(1))).containsExactly(seen);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple").limit(1))).containsExactly(seen);
  }

  @Test
  void trust_is_required() {
    RetrieveRequest request = RetrieveRequest.builder().build();
    assertThatThrownBy(() -> memory.service().retrieve(request, Caller.ANONYMOUS))
        .isInstanceOf(ValidationException.class)
        .hasMessage("trust context is required");
    assertThatThrownBy(() -> memory.service().byId("x", null, Caller.ANONYMOUS))
        .isInstanceOf(ValidationException.class)
        .hasMessage("trust context is required");
  }

  @Test
  void by_id_unknown_and_invisible_records_are_the_same() {
    String high = memory.event("a", guarded(Sensitivity.HIGH));
    String elsewhere = memory.event("a", record -> record.scope("other"));
    TrustContext trust = TrustContext.upTo(Sensitivity.LOW, "team");
    for (String id : List.of(high, elsewhere, "019f0000-0000-7000-8000-0000000000ff", "?")) {
      assertThatThrownBy(() -> memory.byId(id, trust))
          .isInstanceOf(NotFoundException.class)
          .hasMessage("record not found");
    }
  }

  @Test
  void by_id_gives_the_record_or_its_outline() {
    String seen = memory.event("a");
    String above = memory.event("b", guarded(Sensitivity.MEDIUM));
    assertThat(memory.byId(seen, TRUST)).isInstanceOf(MemoryRecord.class);
    assertThat(memory.byId(seen.toUpperCase(Locale.ROOT), TRUST).id()).isEqualTo(seen);
    assertThat(memory.byId(above, TRUST)).isInstanceOf(RedactedRecord.class);
  }

  @Test
  void by_id_gives_the_whole_audit_log_and_retrieve_both_its_ends() {
    String id = memory.add(Remembered.episode("a"), record -> record, 55);
    assertThat(((MemoryRecord) memory.byId(id, TRUST)).auditLog()).hasSize(55);
    RecordView found = memory.ask(ask -> ask).results().get(0);
    assertThat(((MemoryRecord) found).auditLog()).hasSize(40);
  }

  private static String whyFirst(RetrieveAnswer answer) {
    return String.valueOf(answer.entries().get(0).explanation());
  }
}
