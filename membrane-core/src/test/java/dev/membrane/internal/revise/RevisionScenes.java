package dev.membrane.internal.revise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.Permission;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.WorkingPayload;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The service of revisions over a watched store, and short ways to look at what it did. */
abstract class RevisionScenes {

  static final ChangeReason WHY = ChangeReason.of("ann", "she said so");

  static final Caller ANYBODY = Caller.ANONYMOUS;

  static final Caller CLERK =
      Caller.named("clerk").upTo(Sensitivity.MEDIUM).permitted(Set.of(Permission.REVISE));

  final EngineFixture house = new EngineFixture();

  final RevisionService service = house.revision;

  static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessageEndingWith("is retracted");
  }

  static Caller reader() {
    return Caller.named("reader").permitted(Set.of(Permission.RETRIEVE));
  }

  static WorkingStateRequest snapshot(String thread, String scope) {
    return WorkingStateRequest.builder()
        .source("agent")
        .threadId(thread)
        .state(TaskState.EXECUTING)
        .options(IngestOptions.NONE.scope(scope))
        .build();
  }

  static WorkingPayload task(String thread) {
    return new WorkingPayload(
        thread, TaskState.BLOCKED, List.of(), List.of(), List.of(), null, null);
  }

  AuditEntry entry(AuditAction action) {
    return new AuditEntry(action, "ann", house.instant(), "she said so");
  }

  Relation relation(String predicate, String target) {
    return new Relation(predicate, target, null, house.instant());
  }

  ProvenanceSource source(String id) {
    return new ProvenanceSource(ProvenanceKind.EVENT, id, null, "ann", house.instant());
  }

  static AuditEntry last(MemoryRecord record) {
    return record.auditLog().get(record.auditLog().size() - 1);
  }

  static MemoryRecord full(RecordView view) {
    return EngineFixture.full(view);
  }
}
