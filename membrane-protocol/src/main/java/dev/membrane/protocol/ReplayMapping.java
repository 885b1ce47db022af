package dev.membrane.protocol;

import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.AnswerPlace;
import dev.membrane.grpc.v1.ReplayRetrievalResponse;
import dev.membrane.grpc.v1.ReplayedProcedure;
import dev.membrane.schema.MemoryType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Translates receipts into messages. */
final class ReplayMapping {

  private ReplayMapping() {}

  static ReplayRetrievalResponse response(ReplayAnswer answer) {
    ReplayRetrievalResponse.Builder response =
        ReplayRetrievalResponse.newBuilder()
            .setAt(answer.at().toString())
            .setPrincipal(answer.principal())
            .setRequest(request(answer.request()))
            .setWithheld(answer.withheld())
            .setRefusal(answer.refusal());
    if (answer.selection() != null) {
      response.setSelection(selection(answer.selection()));
    }
    if (answer.selectionNow() != null) {
      response.setSelectionNow(selection(answer.selectionNow()));
    }
    answer.records().forEach(record -> response.addRecords(record(record)));
    return response.build();
  }

  private static dev.membrane.grpc.v1.RetrieveRequest request(RetrieveRequest from) {
    dev.membrane.grpc.v1.RetrieveRequest.Builder request =
        dev.membrane.grpc.v1.RetrieveRequest.newBuilder()
            .setTaskDescriptor(from.taskDescriptor())
            .addAllMemoryTypes(
                from.memoryTypes().stream().sorted().map(MemoryType::wireName).toList())
            .setMinSalience(from.minSalience())
            .setLimit(from.limit())
            .setIncludeRetracted(from.includeRetracted())
            .addAllTags(from.tags())
            .setMatchingOnly(from.matchingOnly())
            .setView(from.view().wireName())
            .setMaxTokens(from.maxTokens());
    @Nullable TrustContext trust = from.trust();
    if (trust != null) {
      request.setTrust(
          dev.membrane.grpc.v1.TrustContext.newBuilder()
              .setMaxSensitivity(trust.maxSensitivity().wireName())
              .addAllScopes(trust.scopes()));
    }
    Fields.set(from.threadId(), request::setThreadId);
    Fields.set(from.episode(), request::setEpisode);
    if (from.context() != null) {
      request.setContext(Fields.CODEC.write(from.context()));
    }
    Fields.set(text(from.now()), request::setNow);
    Fields.set(text(from.asOf()), request::setAsOf);
    Fields.set(text(from.validAt()), request::setValidAt);
    return request.build();
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static dev.membrane.grpc.v1.ReplayedRecord record(ReplayedRecord from) {
    dev.membrane.grpc.v1.ReplayedRecord.Builder record =
        dev.membrane.grpc.v1.ReplayedRecord.newBuilder()
            .setId(from.id())
            .setDifference(from.difference().wireName());
    if (from.then() != null) {
      record.setThen(place(from.then()));
    }
    if (from.now() != null) {
      record.setNow(place(from.now()));
    }
    return record.build();
  }

  private static dev.membrane.grpc.v1.ReplayedSelection selection(ReplayedSelection from) {
    dev.membrane.grpc.v1.ReplayedSelection.Builder selection =
        dev.membrane.grpc.v1.ReplayedSelection.newBuilder()
            .setConfidence(from.confidence())
            .setNeedsMore(from.needsMore());
    from.selected()
        .forEach(
            one ->
                selection.addSelected(
                    ReplayedProcedure.newBuilder()
                        .setId(one.id())
                        .setScore(one.score())
                        .setVersion(one.version())
                        .setDifference(one.difference().wireName())));
    return selection.build();
  }

  private static AnswerPlace place(AnsweredPlace from) {
    return AnswerPlace.newBuilder()
        .setRank(from.rank())
        .setScore(from.score())
        .setVersion(from.version())
        .build();
  }
}
