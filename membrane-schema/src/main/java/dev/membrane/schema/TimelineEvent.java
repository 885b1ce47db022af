package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened during an episode.
 *
 * @param t when
 * @param eventKind what kind of event, for example {@code tool_call}
 * @param ref a reference to its details
 * @param summary the event in words
 * @param data data that is kept as it is, such as a whole message; it is not searched
 */
public record TimelineEvent(
    Instant t, String eventKind, String ref, @Nullable String summary, @Nullable JsonValue data) {

  public TimelineEvent {
    t = Components.instant("t", t);
    eventKind = Components.present("event_kind", eventKind);
    ref = Components.present("ref", ref);
    summary = Components.optional(summary);
  }

  /** An event without data. */
  public TimelineEvent(Instant t, String eventKind, String ref, @Nullable String summary) {
    this(t, eventKind, ref, summary, null);
  }
}
