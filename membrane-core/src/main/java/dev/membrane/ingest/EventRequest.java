package dev.membrane.ingest;

import org.jspecify.annotations.Nullable;

/**
 * Something happened.
 *
 * @param source the actor or system that saw it
 * @param eventKind what kind of event it is, such as {@code user_input} or {@code error}
 * @param ref where the event is found in the host system
 * @param summary what happened, in words; null: not said
 */
public record EventRequest(
    String source, String eventKind, String ref, @Nullable String summary, IngestOptions options) {}
