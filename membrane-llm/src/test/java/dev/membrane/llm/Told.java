package dev.membrane.llm;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Episodes by hand. */
final class Told {

  private Told() {}

  static Episode episode(int number, String said, String... toolResults) {
    List<ToolNode> tools = new ArrayList<>();
    for (String result : toolResults) {
      String id = "node-" + tools.size();
      JsonObject args = (JsonObject) JsonValue.of(Map.of("q", "x"));
      tools.add(new ToolNode(id, "fetch", args, JsonValue.of(result), FakeTime.START, List.of()));
    }
    TimelineEvent event = new TimelineEvent(FakeTime.START, "user_input", "1", said);
    EpisodicPayload trace =
        EpisodicPayload.of(List.of(event), tools).withOutcome(OutcomeStatus.SUCCESS);
    DecayProfile decay = new DecayProfile(DecayCurve.EXPONENTIAL, 3600, null, null, null);
    MemoryRecord record =
        MemoryRecord.builder()
            .id(String.format(Locale.ROOT, "00000000-0000-7000-8000-%012d", number))
            .type(MemoryType.EPISODIC)
            .sensitivity(Sensitivity.LOW)
            .confidence(0.8)
            .salience(1)
            .createdAt(FakeTime.START)
            .updatedAt(FakeTime.START)
            .lifecycle(new Lifecycle(decay, FakeTime.START, false, DeletionPolicy.AUTO_PRUNE))
            .provenance(
                new Provenance(
                    List.of(new ProvenanceSource(ProvenanceKind.EVENT, "1", null, null, null)),
                    "test"))
            .payload(trace)
            .auditLog(List.of())
            .build();
    return new Episode(record, FakeTime.START);
  }
}
