package dev.membrane.internal.ingest;

import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An observation, such as one of where the user lives. */
record StatedFact(ObservationRequest request) {

  private static final RecordCodec CODEC = new RecordCodec();

  static StatedFact rome() {
    return lives("Rome");
  }

  static StatedFact milan() {
    return lives("Milan");
  }

  private static StatedFact lives(String where) {
    return of("user", "lives_in", "\"" + where + "\"");
  }

  /** A fact of any kind; the object is JSON. */
  static StatedFact of(String subject, String predicate, String object) {
    return new StatedFact(
        ObservationRequest.builder()
            .source("agent")
            .subject(subject)
            .predicate(predicate)
            .object(CODEC.parse("object", object))
            .build());
  }

  StatedFact tagged(String... tags) {
    return in(request.options().tags(List.of(tags)));
  }

  StatedFact at(Instant when) {
    return in(request.options().timestamp(when));
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
