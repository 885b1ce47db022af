package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Revision;
import dev.membrane.Revision.EraseReport;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import java.util.List;

/** Changes what is known over HTTP. */
final class HttpRevision implements Revision {

  private final Caller caller;
  private final HttpMemory.Call call;
  private final TrustContext trust;

  HttpRevision(Caller caller, HttpMemory.Call call) {
    this(caller, call, null);
  }

  private HttpRevision(Caller caller, HttpMemory.Call call, TrustContext trust) {
    this.caller = caller;
    this.call = call;
    this.trust = trust;
  }

  @Override
  public Revision under(TrustContext narrower) {
    return new HttpRevision(caller, call, requireNonNull(narrower, "trust"));
  }

  private ObjectNode request(String rationale) {
    return HttpRequests.under(trust, HttpRequests.empty())
        .put("actor", caller.claimedActor())
        .put("rationale", requireNonNull(rationale, "rationale"));
  }

  @Override
  public RecordView supersede(String oldId, RecordDraft successor, String rationale) {
    ObjectNode request = request(rationale).put("old_id", requireNonNull(oldId, "oldId"));
    request.set("new_record", HttpRequests.draft(requireNonNull(successor, "successor")));
    return HttpAnswers.record(call.to("supersede", request).path("record"));
  }

  @Override
  public RecordView fork(String sourceId, RecordDraft fork, String rationale) {
    ObjectNode request = request(rationale).put("source_id", requireNonNull(sourceId, "sourceId"));
    request.set("forked_record", HttpRequests.draft(requireNonNull(fork, "fork")));
    return HttpAnswers.record(call.to("fork", request).path("record"));
  }

  @Override
  public RecordView merge(List<String> ids, RecordDraft merged, String rationale) {
    ObjectNode request = request(rationale);
    HttpRequests.putAll(request, "ids", requireNonNull(ids, "ids"));
    request.set("merged_record", HttpRequests.draft(requireNonNull(merged, "merged")));
    return HttpAnswers.record(call.to("merge", request).path("record"));
  }

  @Override
  public void reinforce(String id, String rationale) {
    call.to("reinforce", request(rationale).put("id", requireNonNull(id, "id")));
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    call.to(
        "penalize", request(rationale).put("id", requireNonNull(id, "id")).put("amount", amount));
  }

  @Override
  public void retract(String id, String rationale) {
    call.to("retract", request(rationale).put("id", requireNonNull(id, "id")));
  }

  @Override
  public void contest(String id, String contestingRef, String rationale) {
    call.to(
        "contest",
        request(rationale)
            .put("id", requireNonNull(id, "id"))
            .put("contesting_ref", requireNonNull(contestingRef, "contestingRef")));
  }

  @Override
  public void delete(String id, String rationale) {
    call.to("delete", deletion(id, rationale));
  }

  @Override
  public void deleteOverridingPolicy(String id, String rationale) {
    call.to("delete", deletion(id, rationale).put("override_policy", true));
  }

  @Override
  public List<String> deleteEpisode(String episode, String scope, String rationale) {
    ObjectNode body =
        HttpRequests.under(trust, HttpRequests.empty())
            .put("episode", requireNonNull(episode, "episode"))
            .put("reason", requireNonNull(rationale, "rationale"));
    HttpRequests.putScope(body, scope);
    return HttpAnswers.texts(call.to("delete-episode", body).path("record_ids"));
  }

  @Override
  public EraseReport erase(EraseRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.under(trust, HttpRequests.empty())
            .put("reason", request.reason())
            .put("dry_run", request.dryRun())
            .put("override_policy", request.overridePolicy());
    request.ids().forEach(body.withArray("ids")::add);
    HttpRequests.putIfAny(body, "scope", request.scope());
    HttpRequests.putIfAny(body, "subject", request.subject());
    return HttpAnswers.erased(call.to("erase", body).path("report"));
  }

  private ObjectNode deletion(String id, String rationale) {
    return HttpRequests.under(trust, HttpRequests.id(id))
        .put("reason", requireNonNull(rationale, "rationale"));
  }
}
