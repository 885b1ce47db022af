package dev.membrane.protocol;

import com.google.protobuf.Message;
import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestBatchResponse;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemError;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import java.util.ArrayList;
import java.util.List;

/** Takes in the items of batches and streams. An item that cannot be read is refused by itself. */
final class IngestItems {

  private IngestItems() {}

  static IngestBatchResponse batch(IngestBatchRequest request, Admission by) {
    List<IngestItem> items = request.getItemsList();
    ItemCount.check(items.size());
    // The call itself has counted as one already.
    var unused = by.count(items.size() - 1);
    return IngestBatchResponse.newBuilder()
        .addAllItems(ingest(items, request.getAllOrNothing(), by))
        .build();
  }

  /** Answers each item, numbered from 0. */
  static List<IngestItemResponse> ingest(
      List<IngestItem> items, boolean isAllOrNothing, Admission by) {
    IngestItemResponse[] answers = new IngestItemResponse[items.size()];
    List<IngestRequest> readable = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      try {
        readable.add(request(items.get(i), by.caller()));
        places.add(i);
      } catch (ValidationException unreadable) {
        if (isAllOrNothing) {
          throw unreadable.in("items[" + i + "]");
        }
        answers[i] = refused(i, unreadable);
      }
    }
    long shown = 0;
    for (IngestItemAnswer answer : taken(readable, isAllOrNothing, by.memory().ingestion())) {
      int place = places.get((int) answer.number());
      answers[place] = response(place, answer, shown);
      shown += answers[place].getAnswer().getRecord().size();
    }
    return List.of(answers);
  }

  private static List<IngestItemAnswer> taken(
      List<IngestRequest> items, boolean isAllOrNothing, Ingestion ingestion) {
    if (!isAllOrNothing) {
      return ingestion.batch(items);
    }
    List<IngestItemAnswer> answers = new ArrayList<>();
    for (IngestAnswer answer : ingestion.allOrNothing(items)) {
      answers.add(IngestItemAnswer.of(answers.size(), answer));
    }
    return answers;
  }

  private static IngestRequest request(IngestItem item, Caller caller) {
    // Its fields are named as in a request of its own.
    item.getAllFields().values().forEach(only -> RequestLimits.check((Message) only));
    return switch (item.getItemCase()) {
      case EVENT -> IngestMapping.event(item.getEvent(), caller);
      case TOOL_OUTPUT -> IngestMapping.toolOutput(item.getToolOutput(), caller);
      case OBSERVATION -> IngestMapping.observation(item.getObservation(), caller);
      case OUTCOME -> IngestMapping.outcome(item.getOutcome());
      case WORKING_STATE -> IngestMapping.workingState(item.getWorkingState(), caller);
      case RECORD -> IngestMapping.record(item.getRecord(), caller);
      case ITEM_NOT_SET ->
          throw ValidationException.worded(
              "item",
              "an item is one of: event, tool_output, observation, outcome, working_state, record");
    };
  }

  /**
   * An answer of one item.
   *
   * @param shown the bytes of the records before it, with which it has to fit into one answer
   */
  private static IngestItemResponse response(int number, IngestItemAnswer item, long shown) {
    if (!item.isStored()) {
      return refused(number, item.failure().orElseThrow());
    }
    IngestResponse answer = IngestMapping.response(item.get());
    if (shown > 0 && shown + answer.getRecord().size() > Limits.MAX_ANSWER_BYTES) {
      answer =
          answer.toBuilder()
              .setRecord(Fields.bytes(RedactedRecord.headerOf(item.get().record())))
              .build();
    }
    return IngestItemResponse.newBuilder().setNumber(number).setAnswer(answer).build();
  }

  /** The answer to an item that was refused. */
  static IngestItemResponse refused(long number, MembraneException refused) {
    CallFailure failure = CallFailures.unlogged(refused);
    IngestItemError.Builder error =
        IngestItemError.newBuilder().setCode(failure.code().name()).setMessage(failure.text());
    Fields.set(failure.field(), error::setField);
    return IngestItemResponse.newBuilder().setNumber(number).setError(error).build();
  }
}
