package dev.membrane.tck;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import java.util.ArrayList;
import java.util.List;

/** Makes episodes in which something was said, each with an id of its own. */
final class Scenes {

  private final Samples samples = new Samples();

  /** A successful episode in which these words were said, one after the other. */
  Episode saying(String... words) {
    List<TimelineEvent> timeline = new ArrayList<>();
    for (String said : words) {
      timeline.add(
          new TimelineEvent(
              Samples.START.plusSeconds(timeline.size()),
              "user_input",
              "message-" + timeline.size(),
              said));
    }
    EpisodicPayload payload =
        EpisodicPayload.of(timeline, List.of()).withOutcome(OutcomeStatus.SUCCESS);
    return of(payload);
  }

  /** A settled episode in which this happened. */
  Episode of(EpisodicPayload trace) {
    MemoryRecord record = samples.of(trace).record();
    return new Episode(record, Samples.START.plusSeconds(trace.timeline().size()));
  }

  /** The provenance of what is learned from some episodes. */
  static Provenance learnedFrom(List<String> episodes) {
    return new Provenance(
        episodes.stream()
            .map(id -> new ProvenanceSource(ProvenanceKind.EVENT, id, null, null, null))
            .toList(),
        "consolidation/tck");
  }
}
