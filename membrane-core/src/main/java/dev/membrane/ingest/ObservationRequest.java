package dev.membrane.ingest;

import dev.membrane.schema.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A fact was observed.
 *
 * @param source the actor that observed it
 * @param subject what the fact is about
 * @param predicate the relationship or property
 * @param object its value; null: stored as JSON null
 * @param ifKnown what to do if it is known; null: {@link IfKnown#REINFORCE}
 * @param onConflict what to do with facts that say something else; null: {@link OnConflict#KEEP}
 */
public record ObservationRequest(
    String source,
    String subject,
    String predicate,
    @Nullable JsonValue object,
    IngestOptions options,
    @Nullable IfKnown ifKnown,
    @Nullable OnConflict onConflict) {

  /** An observation that reinforces what is known and leaves alone what says something else. */
  public ObservationRequest(
      String source,
      String subject,
      String predicate,
      @Nullable JsonValue object,
      IngestOptions options) {
    this(source, subject, predicate, object, options, null, null);
  }

  /** With another treatment of a fact that is known. */
  public ObservationRequest ifKnown(@Nullable IfKnown treatment) {
    return new ObservationRequest(
        source, subject, predicate, object, options, treatment, onConflict);
  }

  /** With another treatment of facts that say something else. */
  public ObservationRequest onConflict(@Nullable OnConflict treatment) {
    return new ObservationRequest(source, subject, predicate, object, options, ifKnown, treatment);
  }
}
