package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may ask for an erasure, and what it does, proves and tells. */
public abstract class ErasureRequestTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasureRequestTck() {}

  @Test
  void a_scope_goes_and_no_other() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < 30; number++) {
      secret.add(fill(number));
    }
    learn();
    String elsewhere = observeElsewhere();
    String pruned = observe("Ann", word());
    membrane.revision().delete(pruned, secret.iterator().next());
    erase(EraseRequest.ofScope(SCOPE).because("they left"));
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(elsewhere);
    assertGone(secret.toArray(String[]::new));
    assertGone("note:");
  }

  @Test
  void what_was_erased_before_has_no_further_proof() {
    String fact = observe("Ann", "tea");
    String run = run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    membrane.revision().delete(run, "asked");
    EraseReport first = erase(fact, run);
    List<String> all =
        everything().kept.stream()
            .filter(kept -> kept.trail().stored() == null)
            .map(kept -> kept.trail().id())
            .toList();
    assertThat(all).contains(fact, run, first.proofId());
    String before = everything().text.toString();
    EraseReport again = membrane.revision().erase(EraseRequest.ofRecords(all));
    assertThat(again.proofId()).isEmpty();
    assertThat(again.digest()).isEmpty();
    assertThat(everything().text.toString()).isEqualTo(before);
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
    Memory other = membrane.as(Caller.named("eve").in("elsewhere"));
    assertThatThrownBy(() -> other.revision().erase(request)).isInstanceOf(NotFoundException.class);
    Memory below = membrane.as(Caller.named("eve").upTo(Sensitivity.PUBLIC));
    assertThatThrownBy(() -> below.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    Memory plain = membrane.as(Caller.named("eve").permitted(Set.of(Permission.REVISE)));
    assertThatThrownBy(() -> plain.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    String before = everything().text.toString();
    assertThatThrownBy(() -> other.revision().erase(EraseRequest.ofScope(SCOPE)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  /** A subject's records of another scope, and one above the reader, must not show in either. */
  @Test
  void what_else_was_erased_is_told_to_administrators_only() {
    Memory low = membrane.as(Caller.named("low").in(SCOPE).upTo(Sensitivity.LOW));
    String alone = observe("Ann", "tea");
    EraseReport first = erase(EraseRequest.ofSubject("Ann"));
    String among = observe("Bob", "tea");
    observeElsewhere();
    EraseReport second = erase(EraseRequest.ofSubject("Bob"));
    assertThat(second.ids()).hasSizeGreaterThan(first.ids().size());
    assertThat(entries(low, among)).isEqualTo(entries(low, alone));
    for (EraseReport report : List.of(first, second)) {
      assertThat(membrane.audit().of(report.proofId())).hasSize(1);
      assertThatThrownBy(() -> low.audit().of(report.proofId()))
          .isInstanceOf(NotFoundException.class);
      Set<Permission> others = EnumSet.complementOf(EnumSet.of(Permission.ADMIN));
      Memory plain = membrane.as(Caller.named("plain").permitted(others));
      assertThatThrownBy(() -> plain.audit().of(report.proofId()))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  private static List<String> entries(Memory reader, String id) {
    return reader.audit().of(id).stream()
        .map(link -> link.entry().action() + link.entry().actor() + link.entry().rationale())
        .toList();
  }
}
