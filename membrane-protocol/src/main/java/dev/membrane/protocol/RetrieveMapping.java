package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.Retrieval;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.MemoryRecordResponse;
import dev.membrane.grpc.v1.MetricsResponse;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Translates the requests that read for the engine, and its answers into messages. */
final class RetrieveMapping {

  private RetrieveMapping() {}

  static RetrieveRequest request(dev.membrane.grpc.v1.RetrieveRequest from) {
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .taskDescriptor(from.getTaskDescriptor())
            .memoryTypes(types(from.getMemoryTypesList()))
            .minSalience(from.getMinSalience())
            .limit(from.getLimit())
            .includeRetracted(from.getIncludeRetracted())
            .tags(from.getTagsList())
            .explain(from.getExplain())
            .matchingOnly(from.getMatchingOnly())
            .receipt(from.getReceipt())
            .maxTokens(from.getMaxTokens())
            .waitForEmbeddings(Duration.ofMillis(from.getWaitForEmbeddingsMs()));
    if (from.hasTrust()) {
      request.trust(trust(from.getTrust()));
    }
    Fields.set(Fields.text(from.getThreadId()), request::threadId);
    Fields.set(Fields.text(from.getEpisode()), request::episode);
    Fields.set(Fields.object("context", from.getContext()), request::context);
    Fields.set(Fields.timestamp("now", from.getNow()), request::now);
    Fields.set(Fields.timestamp("as_of", from.getAsOf()), request::asOf);
    Fields.set(Fields.timestamp("valid_at", from.getValidAt()), request::validAt);
    Fields.set(
        Fields.oneOfOrNull("view", from.getView(), AnswerView.values(), AnswerView::wireName),
        request::view);
    return request.build();
  }

  static RecordView byId(RetrieveByIDRequest from, Retrieval retrieval, Caller caller) {
    TrustContext trust = trust(from, caller);
    Instant asOf = Fields.timestamp("as_of", from.getAsOf());
    return asOf == null
        ? retrieval.byId(from.getId(), trust)
        : retrieval.byId(from.getId(), trust, asOf);
  }

  private static TrustContext trust(RetrieveByIDRequest from, Caller caller) {
    if (!from.hasTrust()) {
      caller.require(Permission.RETRIEVE, "reading records");
      throw ValidationException.worded("trust", "trust context is required");
    }
    return trust(from.getTrust());
  }

  /** The answer in the view that it was asked for in; what is not full is compact everywhere. */
  static RetrieveResponse response(RetrieveAnswer answer, AnswerView view) {
    Function<RecordView, String> json =
        view == AnswerView.FULL
            ? Fields.CODEC::encode
            : AnswerView.compact(answer).andThen(Fields.CODEC::write);
    RetrieveResponse.Builder response =
        RetrieveResponse.newBuilder()
            .setTruncated(answer.truncated())
            .setText(answer.text())
            .setReceiptId(answer.receiptId());
    answer
        .results()
        .forEach(
            record ->
                response.addRecords(
                    view == AnswerView.FULL
                        ? Fields.bytes(record)
                        : ByteString.copyFromUtf8(json.apply(record))));
    for (AnswerEntry entry : answer.entries()) {
      response.addScores(entry.score());
      if (entry.explanation() != null) {
        response.addExplanations(bytes(entry.explanation()));
      }
    }
    if (answer.selection() != null) {
      response.setSelection(bytes(answer.selection(), json));
    }
    return response.build();
  }

  static MemoryRecordResponse response(RecordView record) {
    return MemoryRecordResponse.newBuilder().setRecord(Fields.bytes(record)).build();
  }

  static MetricsResponse metrics(JsonObject snapshot) {
    return MetricsResponse.newBuilder().setSnapshot(bytes(snapshot)).build();
  }

  private static ByteString bytes(JsonValue value) {
    return ByteString.copyFromUtf8(Fields.CODEC.write(value));
  }

  /** Composed as text, because its records are too large to be read back only to be nested. */
  private static ByteString bytes(Selection selection, Function<RecordView, String> json) {
    String selected =
        selection.selected().stream()
            .map(json)
            .collect(Collectors.joining(",", "{\"selected\":[", "]"));
    String scores =
        selection.procedures().stream()
            .map(procedure -> String.valueOf(procedure.score()))
            .collect(Collectors.joining(",", ",\"scores\":[", "]"));
    String stopped =
        selection.stoppedWorking().isEmpty()
            ? ""
            : ",\"stopped_working\":"
                + Fields.CODEC.write(JsonValue.of(selection.stoppedWorking()));
    return ByteString.copyFromUtf8(
        selected
            + scores
            + stopped
            + ",\"confidence\":"
            + selection.confidence()
            + ",\"needs_more\":"
            + selection.needsMore()
            + "}");
  }

  static TrustContext trust(dev.membrane.grpc.v1.TrustContext from) {
    Sensitivity most =
        Fields.oneOf(
            "trust.max_sensitivity",
            from.getMaxSensitivity(),
            Sensitivity.values(),
            Sensitivity::wireName);
    TrustContext trust = TrustContext.upTo(most, from.getScopesList());
    String actor = Fields.text(from.getActorId());
    return actor == null ? trust : trust.actingFor(actor);
  }

  static Set<MemoryType> types(List<String> names) {
    Set<MemoryType> types = EnumSet.noneOf(MemoryType.class);
    for (String name : names) {
      types.add(Fields.oneOf("memory_types", name, MemoryType.values(), MemoryType::wireName));
    }
    return types;
  }
}
