package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Revision;
import dev.membrane.Revision.EraseReport;
import dev.membrane.TrustContext;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.value.Elements;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Tracer.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes what is known on behalf of one caller. */
record EngineRevision(
    MemoryCalls calls, WriteServices writes, Caller caller, @Nullable TrustContext trust)
    implements Revision {

  private static final String ID = "id";

  @Override
  public Revision under(TrustContext narrower) {
    return new EngineRevision(calls, writes, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public RecordView supersede(String oldId, RecordDraft successor, String rationale) {
    requireNonNull(oldId, "old_id");
    requireNonNull(successor, "successor");
    return calls.answer(
        Operation.UPDATE,
        oldId,
        () -> writes.revision().supersede(oldId, successor, reason(rationale), caller));
  }

  @Override
  public RecordView fork(String sourceId, RecordDraft fork, String rationale) {
    requireNonNull(sourceId, "source_id");
    requireNonNull(fork, "fork");
    return calls.answer(
        Operation.UPDATE,
        sourceId,
        () -> writes.revision().fork(sourceId, fork, reason(rationale), caller));
  }

  @Override
  public RecordView merge(List<String> ids, RecordDraft merged, String rationale) {
    List<String> all = Elements.of("ids", ids);
    requireNonNull(merged, "merged");
    return calls.answer(
        Operation.UPDATE,
        (span, merge) -> span.record(merge.id()),
        () -> writes.revision().merge(all, merged, reason(rationale), caller));
  }

  @Override
  public void reinforce(String id, String rationale) {
    requireNonNull(id, ID);
    calls.run(Operation.UPDATE, id, () -> writes.decay().reinforce(id, reason(rationale), caller));
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    requireNonNull(id, ID);
    calls.run(
        Operation.UPDATE, id, () -> writes.decay().penalize(id, amount, reason(rationale), caller));
  }

  @Override
  public void retract(String id, String rationale) {
    requireNonNull(id, ID);
    calls.run(Operation.UPDATE, id, () -> writes.revision().retract(id, reason(rationale), caller));
  }

  @Override
  public void contest(String id, String contestingRef, String rationale) {
    requireNonNull(id, ID);
    requireNonNull(contestingRef, "contesting_ref");
    calls.run(
        Operation.UPDATE,
        id,
        () -> writes.revision().contest(id, contestingRef, reason(rationale), caller));
  }

  @Override
  public void delete(String id, String rationale) {
    requireNonNull(id, ID);
    calls.run(Operation.DELETE, id, () -> writes.decay().delete(id, reason(rationale), caller));
  }

  @Override
  public void deleteOverridingPolicy(String id, String rationale) {
    requireNonNull(id, ID);
    calls.run(
        Operation.DELETE,
        id,
        () -> writes.decay().deleteOverridingPolicy(id, reason(rationale), caller));
  }

  @Override
  public List<String> deleteEpisode(String episode, @Nullable String scope, String rationale) {
    requireNonNull(episode, "episode");
    return calls.answer(
        Operation.DELETE,
        (span, ids) -> span.records(ids.size()),
        () -> writes.decay().deleteEpisode(episode, scope, reason(rationale), caller));
  }

  @Override
  public EraseReport erase(EraseRequest request) {
    requireNonNull(request, "request");
    return calls.answer(
        Operation.DELETE,
        (span, report) -> span.records(report.ids().size()),
        () -> writes.erasure().erase(request, reason(request.reason()), caller));
  }

  private ChangeReason reason(String rationale) {
    return new ChangeReason(caller.claimedActor(), requireNonNull(rationale, "rationale"), trust);
  }
}
