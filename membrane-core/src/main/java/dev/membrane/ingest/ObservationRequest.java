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
 */
public record ObservationRequest(
    String source,
    String subject,
    String predicate,
    @Nullable JsonValue object,
    IngestOptions options) {}
