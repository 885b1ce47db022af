package dev.membrane.client;

import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.ReplayAnswer.Difference;
import dev.membrane.ReplayAnswer.ReplayedProcedure;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.AnswerPlace;
import dev.membrane.grpc.v1.ReplayRetrievalResponse;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Reads answers about receipts. */
final class ReplayDecoder {

  private static final RecordCodec CODEC = new RecordCodec();

  private ReplayDecoder() {}

  static ReplayAnswer answer(ReplayRetrievalResponse answer) {
    return new ReplayAnswer(
        Instant.parse(answer.getAt()),
        answer.getPrincipal(),
        request(answer.getRequest()),
        answer.getRecordsList().stream().map(ReplayDecoder::record).toList(),
        answer.getWithheld(),
        answer.hasSelection() ? selection(answer.getSelection()) : null,
        answer.hasSelectionNow() ? selection(answer.getSelectionNow()) : null,
        answer.getRefusal());
  }

  private static ReplayedSelection selection(dev.membrane.grpc.v1.ReplayedSelection from) {
    return new ReplayedSelection(
        from.getSelectedList().stream()
            .map(
                one ->
                    new ReplayedProcedure(
                        one.getId(),
                        one.getScore(),
                        one.getVersion(),
                        difference(one.getDifference())))
            .toList(),
        from.getConfidence(),
        from.getNeedsMore());
  }

  private static ReplayedRecord record(dev.membrane.grpc.v1.ReplayedRecord from) {
    return new ReplayedRecord(
        from.getId(),
        from.hasThen() ? place(from.getThen()) : null,
        from.hasNow() ? place(from.getNow()) : null,
        difference(from.getDifference()));
  }

  private static Difference difference(String name) {
    return constant(Difference.class, "difference", name);
  }

  private static AnsweredPlace place(AnswerPlace from) {
    return new AnsweredPlace(from.getRank(), from.getScore(), from.getVersion());
  }

  private static RetrieveRequest request(dev.membrane.grpc.v1.RetrieveRequest from) {
    Set<MemoryType> types = EnumSet.noneOf(MemoryType.class);
    from.getMemoryTypesList().forEach(name -> types.add(MemoryType.of("memory_types", name)));
    String most = from.getTrust().getMaxSensitivity();
    RetrieveRequest.Builder request =
        RetrieveRequest.builder()
            .taskDescriptor(from.getTaskDescriptor())
            .trust(
                TrustContext.upTo(Sensitivity.of("trust", most), from.getTrust().getScopesList()))
            .memoryTypes(types)
            .minSalience(from.getMinSalience())
            .limit(from.getLimit())
            .includeRetracted(from.getIncludeRetracted())
            .tags(from.getTagsList())
            .matchingOnly(from.getMatchingOnly())
            .view(view(from.getView()))
            .maxTokens(from.getMaxTokens());
    set(from.getThreadId(), request::threadId);
    set(from.getEpisode(), request::episode);
    set(from.getContext(), json -> request.context((JsonObject) CODEC.parse("context", json)));
    set(from.getNow(), text -> request.now(Instant.parse(text)));
    set(from.getAsOf(), text -> request.asOf(Instant.parse(text)));
    set(from.getValidAt(), text -> request.validAt(Instant.parse(text)));
    return request.build();
  }

  /** Full from a server that does not tell. */
  private static AnswerView view(String name) {
    return name.isEmpty() ? AnswerView.FULL : constant(AnswerView.class, "view", name);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String field, String name) {
    try {
      return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new ValidationException(field, "is one that this client does not know: " + name);
    }
  }

  private static void set(String text, Consumer<String> into) {
    if (!text.isEmpty()) {
      into.accept(text);
    }
  }
}
