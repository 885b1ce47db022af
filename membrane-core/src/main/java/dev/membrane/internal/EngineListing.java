package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Listing;
import dev.membrane.RecordPage;

/** Lists for one caller what there is. */
record EngineListing(Engine engine, Caller caller) implements Listing {

  @Override
  public RecordPage records(ListRecordsRequest request) {
    requireNonNull(request, "request");
    return engine.calls().during(() -> engine.serving().listing().records(request, caller));
  }
}
