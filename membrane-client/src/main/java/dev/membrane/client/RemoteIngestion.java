package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AccessDeniedException;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes in experience. Each call has an idempotency key, by which the server recognises a repeat.
 */
record RemoteIngestion(Rpc rpc, IngestMessages messages) implements Ingestion {

  @Override
  public IngestAnswer event(EventRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestEvent, messages.event(request)));
  }

  @Override
  public IngestAnswer toolOutput(ToolOutputRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestToolOutput, messages.toolOutput(request)));
  }

  @Override
  public IngestAnswer observe(ObservationRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestObservation, messages.observe(request)));
  }

  @Override
  public IngestAnswer outcome(OutcomeRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestOutcome, messages.outcome(request)));
  }

  @Override
  public IngestAnswer workingState(WorkingStateRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestWorkingState, messages.workingState(request)));
  }

  @Override
  public IngestAnswer record(RecordRequest request) {
    return AnswerDecoder.ingested(
        rpc.call(MembraneServiceBlockingStub::ingestRecord, messages.record(request)));
  }

  @Override
  public List<IngestItemAnswer> batch(List<? extends IngestRequest> items) {
    return ingest(Requests.elements("items", items), false);
  }

  @Override
  public List<IngestAnswer> allOrNothing(List<? extends IngestRequest> items) {
    return ingest(Requests.elements("items", items), true).stream()
        .map(IngestItemAnswer::get)
        .toList();
  }

  /**
   * What has no message, such as a text that is not Unicode, or is more than the caller may, is
   * refused here and not sent.
   */
  private List<IngestItemAnswer> ingest(List<IngestRequest> items, boolean isAllOrNothing) {
    messages.caller().requireIngesting();
    IngestItemAnswer[] answers = new IngestItemAnswer[items.size()];
    List<IngestItem> sent = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      try {
        sent.add(messages.item(items.get(i)));
        places.add(i);
      } catch (ValidationException | AccessDeniedException refused) {
        if (isAllOrNothing) {
          throw named("items[" + i + "]", refused);
        }
        answers[i] = IngestItemAnswer.refused(i, refused);
      }
    }
    for (IngestItemResponse answer : send(sent, isAllOrNothing)) {
      int place = places.get((int) answer.getNumber());
      answers[place] = AnswerDecoder.item(place, answer);
    }
    return List.of(answers);
  }

  private static MembraneException named(String item, MembraneException refused) {
    return refused instanceof ValidationException invalid
        ? invalid.in(item)
        : ((AccessDeniedException) refused).in(item);
  }

  private List<IngestItemResponse> send(List<IngestItem> items, boolean isAllOrNothing) {
    return rpc.call(
            MembraneServiceBlockingStub::ingestBatch,
            IngestBatchRequest.newBuilder()
                .addAllItems(items)
                .setAllOrNothing(isAllOrNothing)
                .build())
        .getItemsList();
  }

  @Override
  public IngestStream stream(Consumer<IngestItemAnswer> answers) {
    return RemoteIngestStream.open(rpc, messages, requireNonNull(answers, "answers"));
  }
}
