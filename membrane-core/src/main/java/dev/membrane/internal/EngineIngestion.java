package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Ingestion;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.schema.ValidationException;
import org.jspecify.annotations.Nullable;

/** Takes in what one caller hands in. */
record EngineIngestion(Engine engine, Caller caller) implements Ingestion {

  private static final String REQUEST = "request";

  @Override
  public IngestAnswer event(EventRequest request) {
    checkScope(requireNonNull(request, REQUEST).options());
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  @Override
  public IngestAnswer toolOutput(ToolOutputRequest request) {
    checkScope(requireNonNull(request, REQUEST).options());
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  @Override
  public IngestAnswer observe(ObservationRequest request) {
    checkScope(requireNonNull(request, REQUEST).options());
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  @Override
  public IngestAnswer outcome(OutcomeRequest request) {
    requireNonNull(request, REQUEST);
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  @Override
  public IngestAnswer workingState(WorkingStateRequest request) {
    checkScope(requireNonNull(request, REQUEST).options());
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  @Override
  public IngestAnswer record(RecordRequest request) {
    requireNonNull(request, REQUEST);
    checkScope(request.record().scope(), request.isUnscoped());
    return engine.calls().during(() -> service().ingest(request, caller));
  }

  private void checkScope(IngestOptions options) {
    checkScope(options.scope(), options.isUnscoped());
  }

  /** A forgotten scope must not make a record visible to everybody. */
  private void checkScope(@Nullable String scope, boolean isUnscoped) {
    if (isUnscoped && caller.hasScopes()) {
      throw new ValidationException("scope", "must be one of the caller's scopes");
    }
    if (scope == null && !isUnscoped && !caller.hasScopes()) {
      throw new ValidationException(
          "scope", "is required; what is for everybody says so by unscoped()");
    }
  }

  private IngestionService service() {
    return engine.serving().ingestion();
  }
}
