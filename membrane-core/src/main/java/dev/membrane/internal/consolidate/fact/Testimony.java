package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.episode.CallEvents;
import dev.membrane.internal.text.Authors;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The events of an episode that neither a tool nor the assistant wrote.
 *
 * <p>The words of an event's kind, and of the source that reported it, tell who wrote it, as {@link
 * Authors} reads them. The event of a tool call is the tool's. A kind that names the user, such as
 * {@code user_input}, comes before all this, since an agent reports what its user said. All other
 * events count as said.
 *
 * @param events those events, in the order of the timeline
 * @param isAll whether the episode has no others
 */
public record Testimony(List<TimelineEvent> events, boolean isAll) {

  public static Testimony of(Episode episode) {
    List<TimelineEvent> timeline = episode.trace().timeline();
    CallEvents calls = new CallEvents(episode.record(), episode.trace());
    Map<String, List<ProvenanceSource>> sources = sources(episode.record());
    List<TimelineEvent> said =
        timeline.stream()
            .filter(event -> !calls.has(event))
            .filter(event -> isSaid(event, sources.getOrDefault(event.ref(), List.of())))
            .toList();
    return new Testimony(
        said, said.size() == timeline.size() && episode.trace().toolGraph().isEmpty());
  }

  private static Map<String, List<ProvenanceSource>> sources(MemoryRecord record) {
    return record.provenance().sources().stream()
        .filter(source -> source.kind() == ProvenanceKind.EVENT && source.createdBy() != null)
        .collect(Collectors.groupingBy(ProvenanceSource::ref));
  }

  /** Whether an event is one of them. */
  public boolean has(TimelineEvent event) {
    return events.contains(event);
  }

  /** All that was said, one event a line. */
  public String words() {
    return events.stream()
        .map(TimelineEvent::summary)
        .filter(Objects::nonNull)
        .collect(Collectors.joining("\n"));
  }

  /** Events of one reference at one instant are not told apart, so each has to have said it. */
  private static boolean isSaid(TimelineEvent event, List<ProvenanceSource> named) {
    if (Authors.isUser(event.eventKind())) {
      return true;
    }
    List<ProvenanceSource> then =
        named.stream().filter(source -> event.t().equals(source.timestamp())).toList();
    return !Authors.isMachine(event.eventKind())
        && (then.isEmpty() ? named : then)
            .stream()
                .map(ProvenanceSource::createdBy)
                .filter(Objects::nonNull)
                .noneMatch(Authors::isMachine);
  }
}
