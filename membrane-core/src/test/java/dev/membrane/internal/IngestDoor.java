package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.schema.RecordView;

/** Takes in single requests. */
public record IngestDoor(IngestionService service) {

  /** The record that a request of the anonymous caller made or changed. */
  public RecordView record(IngestRequest request) {
    return record(request, Caller.ANONYMOUS);
  }

  /** The record that a request made or changed. */
  public RecordView record(IngestRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** The whole answer. */
  public IngestAnswer ingest(IngestRequest request, Caller caller) {
    return service.ingest(request, caller);
  }
}
