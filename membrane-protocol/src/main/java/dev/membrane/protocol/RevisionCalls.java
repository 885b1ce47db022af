package dev.membrane.protocol;

import com.google.protobuf.Message;
import dev.membrane.Revision;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.ContestResponse;
import dev.membrane.grpc.v1.DeleteEpisodeRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.DeleteResponse;
import dev.membrane.grpc.v1.EraseRequest;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.PenalizeResponse;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetractResponse;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Adds the calls that change or remove what is known. */
final class RevisionCalls {

  private final CallTable calls;

  private RevisionCalls(CallTable calls) {
    this.calls = calls;
  }

  static void addTo(CallTable calls) {
    RevisionCalls all = new RevisionCalls(calls);
    all.addRevision();
    all.addRemoval();
    all.addDecay();
  }

  private void addRevision() {
    revise(
        "Supersede",
        SupersedeRequest.class,
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .supersede(
                    request.getOldId(),
                    Fields.draft("new_record", request.getNewRecord()),
                    request.getRationale()));
    revise(
        "Fork",
        ForkRequest.class,
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .fork(
                    request.getSourceId(),
                    Fields.draft("forked_record", request.getForkedRecord()),
                    request.getRationale()));
    revise("Merge", MergeRequest.class, RevisionCalls::merge);
    change(
        "Retract",
        RetractRequest.class,
        RetractResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .retract(request.getId(), request.getRationale()));
    change(
        "Contest",
        ContestRequest.class,
        ContestResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .contest(request.getId(), request.getContestingRef(), request.getRationale()));
  }

  private void addRemoval() {
    change(
        "Delete", DeleteRequest.class, DeleteResponse.getDefaultInstance(), RevisionCalls::delete);
    calls.add(
        "DeleteEpisode",
        DeleteEpisodeRequest.class,
        (request, by) ->
            EpisodeMapping.response(
                revision(by, "", request.hasTrust(), request.getTrust())
                    .deleteEpisode(
                        request.getEpisode(),
                        EpisodeMapping.scope(request.getScope(), request.getUnscoped()),
                        request.getReason())));
    calls.add(
        "Erase",
        EraseRequest.class,
        (request, by) ->
            EraseMapping.response(
                revision(by, "", request.hasTrust(), request.getTrust())
                    .erase(EraseMapping.request(request))));
  }

  private void addDecay() {
    change(
        "Reinforce",
        ReinforceRequest.class,
        ReinforceResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .reinforce(request.getId(), request.getRationale()));
    change(
        "Penalize",
        PenalizeRequest.class,
        PenalizeResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .penalize(request.getId(), request.getAmount(), request.getRationale()));
  }

  private static RecordView merge(MergeRequest request, Admission by) {
    if (request.getIdsCount() == 0) {
      throw ValidationException.worded("ids", "ids must not be empty");
    }
    return revision(by, request.getActor(), request.hasTrust(), request.getTrust())
        .merge(
            request.getIdsList(),
            Fields.draft("merged_record", request.getMergedRecord()),
            request.getRationale());
  }

  private static void delete(DeleteRequest request, Admission by) {
    Revision revision = revision(by, "", request.hasTrust(), request.getTrust());
    if (request.getOverridePolicy()) {
      revision.deleteOverridingPolicy(request.getId(), request.getReason());
    } else {
      revision.delete(request.getId(), request.getReason());
    }
  }

  private static Revision revision(
      Admission by, String actor, boolean isNarrowed, TrustContext trust) {
    Revision whole = by.actingFor(actor).revision();
    return isNarrowed ? whole.under(RetrieveMapping.trust(trust)) : whole;
  }

  private <Q extends Message> void revise(
      String name, Class<Q> type, BiFunction<Q, Admission, RecordView> work) {
    calls.add(name, type, (request, by) -> RetrieveMapping.response(work.apply(request, by)));
  }

  private <Q extends Message> void change(
      String name, Class<Q> type, Message done, BiConsumer<Q, Admission> work) {
    calls.add(
        name,
        type,
        (request, by) -> {
          work.accept(request, by);
          return done;
        });
  }
}
