package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Knowledge is revised, and salience changes. */
interface RevisionContract extends MembraneUnderTest {

  @Test
  default void knowledge_is_revised_with_a_reason_and_who_calls_is_named() {
    String go = fact("Go");
    String rust = project().revision().supersede(go, draft("Rust"), "changed their mind").id();
    assertThat(revision(go).status()).isEqualTo(RevisionStatus.RETRACTED);
    assertThat(log(go))
        .last()
        .satisfies(
            entry -> {
              assertThat(entry.action()).isEqualTo(AuditAction.REVISE);
              assertThat(entry.actor()).isEqualTo("ann");
              assertThat(entry.rationale()).contains("changed their mind");
            });
    String fork = project().revision().fork(rust, draft("C"), "in the kernel").id();
    project().revision().contest(rust, "a hearsay", "not sure");
    String merged = project().revision().merge(List.of(rust, fork), draft("Zig"), "settled").id();
    project().revision().retract(merged, "never mind");
    Expected.refusal(
        FailedPreconditionException.class, () -> project().revision().retract(merged, ""));
    project().revision().delete(merged, "they asked");
    Expected.refusal(NotFoundException.class, () -> membrane().retrieval().byId(merged));
    assertThat(log(merged)).last().extracting(AuditEntry::action).isEqualTo(AuditAction.DELETE);
  }

  @Test
  default void what_contradicts_a_record_may_be_left_out_but_not_blank() {
    String go = fact("Go");
    for (String blank : List.of(" ", "\t\n", "\u00a0\u200b")) {
      Expected.refusal(
              ValidationException.class, () -> project().revision().contest(go, blank, "not sure"))
          .satisfies(fault -> assertThat(fault.field()).isEqualTo("contesting_ref"))
          .hasMessageContaining("must not be blank");
    }
    assertThat(log(go)).hasSize(1);
    project().revision().contest(go, "", "not sure");
    assertThat(revision(go).status()).isEqualTo(RevisionStatus.CONTESTED);
  }

  @Test
  default void a_change_under_a_trust_reaches_what_is_seen_under_it() {
    String go = fact("Go");
    TrustContext elsewhere = TrustContext.upTo(Sensitivity.HYPER, "elsewhere");
    Expected.refusal(
        NotFoundException.class, () -> membrane().revision().under(elsewhere).retract(go, ""));
    Expected.refusal(
        NotFoundException.class, () -> membrane().revision().under(elsewhere).reinforce(go, ""));
    Expected.refusal(NotFoundException.class, () -> membrane().audit().under(elsewhere).of(go));
    membrane().revision().under(ALL).retract(go, "");
  }

  @Test
  default void salience_is_lowered_and_raised() {
    String go = fact("Go");
    double before = record(go).salience();
    project().revision().penalize(go, 0.5, "of no use");
    assertThat(record(go).salience()).isCloseTo(before - 0.5, within(1e-3));
    project().revision().reinforce(go, "of use after all");
    assertThat(record(go).salience()).isGreaterThan(before - 0.45);
  }

  @Test
  default void an_id_that_is_left_out_is_named() {
    List<ThrowingCallable> calls =
        List.of(
            () -> membrane().revision().retract("", ""),
            () -> membrane().revision().delete("", ""),
            () -> membrane().revision().reinforce("", ""),
            () -> membrane().revision().penalize("", 0.1, ""),
            () -> membrane().audit().of(""),
            () -> membrane().retrieval().byId(""));
    Expected.refusal(
            ValidationException.class, () -> project().revision().supersede("", draft("Rust"), ""))
        .hasMessage("old_id is required");
    Expected.refusal(
            ValidationException.class,
            () -> project().revision().merge(List.of(fact("Go"), ""), draft("Rust"), ""))
        .hasMessage("ids[1] is required");
    for (ThrowingCallable call : calls) {
      Expected.refusal(ValidationException.class, call).hasMessage("id is required");
    }
  }
}
