package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.value.Elements;
import dev.membrane.spi.Tracer.Operation;
import java.util.List;
import java.util.function.Consumer;

/** Takes in what one caller hands in. */
record EngineIngestion(MemoryCalls calls, WriteServices writes, Caller caller)
    implements Ingestion {

  private static final String REQUEST = "request";

  @Override
  public IngestAnswer event(EventRequest request) {
    return ingest(request);
  }

  @Override
  public IngestAnswer toolOutput(ToolOutputRequest request) {
    return ingest(request);
  }

  @Override
  public IngestAnswer observe(ObservationRequest request) {
    return ingest(request);
  }

  @Override
  public IngestAnswer outcome(OutcomeRequest request) {
    return ingest(request);
  }

  @Override
  public IngestAnswer workingState(WorkingStateRequest request) {
    return ingest(request);
  }

  @Override
  public IngestAnswer record(RecordRequest request) {
    return ingest(request);
  }

  @Override
  public List<IngestItemAnswer> batch(List<? extends IngestRequest> items) {
    return ingest(items, false);
  }

  @Override
  public List<IngestAnswer> allOrNothing(List<? extends IngestRequest> items) {
    return ingest(items, true).stream().map(IngestItemAnswer::get).toList();
  }

  private List<IngestItemAnswer> ingest(
      List<? extends IngestRequest> items, boolean isAllOrNothing) {
    List<IngestRequest> all = Elements.of("items", items);
    return calls.answer(
        Operation.UPSERT,
        (span, answers) -> span.records(answers.size()),
        () -> writes.ingestion().ingest(all, isAllOrNothing, caller, this::checkScope));
  }

  @Override
  public IngestStream stream(Consumer<IngestItemAnswer> answers) {
    calls.requireServing();
    return EngineIngestStream.open(this, answers, calls);
  }

  private IngestAnswer ingest(IngestRequest request) {
    requireNonNull(request, REQUEST);
    return calls.answer(
        operation(request),
        (span, answer) -> span.record(answer.id()),
        () -> {
          checkScope(request);
          return writes.ingestion().ingest(request, caller);
        });
  }

  /** What is asked for, as far as the request alone can tell. */
  private static Operation operation(IngestRequest request) {
    if (request instanceof OutcomeRequest) {
      return Operation.UPDATE;
    }
    boolean mayChange =
        (request instanceof EventRequest event && event.options().episode() != null)
            || (request instanceof ToolOutputRequest output && output.options().episode() != null)
            || (request instanceof ObservationRequest fact && fact.ifKnown() != IfKnown.NEW);
    return mayChange ? Operation.UPSERT : Operation.CREATE;
  }

  private void checkScope(IngestRequest request) {
    if (request instanceof RecordRequest full) {
      caller.requireScope(full.record().scope(), full.isUnscoped());
    } else if (request instanceof EventRequest event) {
      checkScope(event.options());
    } else if (request instanceof ToolOutputRequest output) {
      checkScope(output.options());
    } else if (request instanceof ObservationRequest fact) {
      checkScope(fact.options());
    } else if (request instanceof WorkingStateRequest task) {
      checkScope(task.options());
    }
  }

  private void checkScope(IngestOptions options) {
    caller.requireScope(options.scope(), options.isUnscoped());
  }
}
