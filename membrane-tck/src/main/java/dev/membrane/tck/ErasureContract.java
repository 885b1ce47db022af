package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is erased is gone, and a proof says so. */
interface ErasureContract extends MembraneUnderTest {

  @Test
  default void a_dry_run_tells_what_an_erasure_erases_and_the_proof_is_in_the_audit_log() {
    String tea = fact("tea");
    String rain = project().ingestion().observe("ann", "rain", "falls", "often").id();
    EraseRequest request = EraseRequest.ofSubject("user").because("they asked");
    EraseReport planned = project().revision().erase(request.asDryRun());
    assertThat(planned.dryRun()).isTrue();
    assertThat(planned.records()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(planned.ids()).containsExactly(tea);
    assertThat(planned.proofId()).isEmpty();
    assertThat(record(tea).id()).isEqualTo(tea);
    EraseReport done = project().revision().erase(request);
    assertThat(done.dryRun()).isFalse();
    assertThat(done.ids()).containsExactly(tea);
    assertThat(done.learned()).isEmpty();
    assertThat(done.others()).isEmpty();
    Expected.refusal(NotFoundException.class, () -> record(tea));
    assertThat(record(rain).id()).isEqualTo(rain);
    assertThat(project().audit().of(tea))
        .last()
        .satisfies(link -> assertThat(link.entry().rationale()).contains(done.proofId()));
    assertThat(project().audit().of(done.proofId()))
        .singleElement()
        .satisfies(
            link -> assertThat(link.entry().rationale()).contains(done.digest(), "they asked"));
  }

  @Test
  default void what_finds_nothing_to_erase_has_no_proof() {
    String tea = fact("tea");
    for (EraseRequest nothing :
        List.of(EraseRequest.ofSubject("usre"), EraseRequest.ofScope(SCOPE + "-other"))) {
      EraseReport done = membrane().revision().erase(nothing.because("they asked"));
      assertThat(done.records()).isEmpty();
      assertThat(done.proofId()).isEmpty();
      assertThat(done.digest()).isEmpty();
    }
    assertThat(record(tea).id()).isEqualTo(tea);
    project().revision().delete(tea, "it is not true");
    for (boolean isAnyLeft : List.of(true, false)) {
      EraseReport done = project().revision().erase(EraseRequest.ofScope(SCOPE));
      assertThat(!done.proofId().isEmpty()).as("a rationale is left").isEqualTo(isAnyLeft);
    }
  }

  @Test
  default void an_erasure_names_exactly_one_of_records_a_scope_and_a_subject() {
    EraseRequest none = EraseRequest.ofRecords(List.of());
    EraseRequest two = EraseRequest.builder().scope(SCOPE).subject("user").dryRun(true).build();
    for (EraseRequest request : List.of(none, two)) {
      Expected.refusal(ValidationException.class, () -> project().revision().erase(request))
          .hasMessage("exactly one of ids, scope and subject must be set");
    }
    Expected.refusal(
        NotFoundException.class,
        () ->
            project()
                .revision()
                .erase(EraseRequest.ofRecords(List.of("01900000-0000-7000-8000-000000000000"))));
    Memory plain =
        membrane().as(Caller.named("eve").in(SCOPE).permitted(Set.of(Permission.REVISE)));
    Expected.refusal(
        AccessDeniedException.class, () -> plain.revision().erase(EraseRequest.ofScope(SCOPE)));
  }
}
