package dev.membrane.internal.ingest;

import dev.membrane.IfKnown;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OnConflict;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Optional;

/** An observation that says where the user lives. */
record StatedFact(ObservationRequest request) {

  static StatedFact rome() {
    return lives("Rome");
  }

  static StatedFact milan() {
    return lives("Milan");
  }

  private static StatedFact lives(String where) {
    return new StatedFact(
        ObservationRequest.builder()
            .source("agent")
            .subject("user")
            .predicate("lives_in")
            .object(JsonValue.of(where))
            .build());
  }

  StatedFact tagged(String... tags) {
    return in(request.options().tags(List.of(tags)));
  }

  StatedFact in(IngestOptions options) {
    return new StatedFact(again().options(options).build());
  }

  StatedFact with(IfKnown treatment) {
    return new StatedFact(again().ifKnown(treatment).build());
  }

  StatedFact with(OnConflict treatment) {
    return new StatedFact(again().onConflict(treatment).build());
  }

  private ObservationRequest.Builder again() {
    ObservationRequest.Builder again =
        ObservationRequest.builder()
            .source(request.source())
            .subject(request.subject())
            .predicate(request.predicate())
            .options(request.options());
    Optional.ofNullable(request.object()).ifPresent(again::object);
    Optional.ofNullable(request.ifKnown()).ifPresent(again::ifKnown);
    Optional.ofNullable(request.onConflict()).ifPresent(again::onConflict);
    return again;
  }
}
