package dev.membrane.examples.tier4;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Ingestion;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import java.util.Map;

/** What an agent lives through, the same on every tier. */
public final class Session {

  private static final IngestOptions HERE = IngestOptions.NONE.scope("project");
  private static final String AGENT = "coding-agent";

  private Session() {}

  /** Lives through it, and learns from it. */
  public static void play(Memory membrane) {
    Ingestion ingestion = membrane.ingestion();
    ingestion.observe(
        ObservationRequest.builder()
            .source(AGENT)
            .subject("Ann")
            .predicate("works_at")
            .object("the brewery")
            .options(HERE)
            .build());
    run(ingestion, "monday", "Ann prefers tabs");
    run(ingestion, "tuesday", "Ben prefers spaces");
    run(ingestion, "wednesday", "Ann prefers spaces now");
    membrane.maintenance().consolidate();
  }

  private static void run(Ingestion ingestion, String day, String words) {
    IngestOptions episode = HERE.episode(day);
    String id =
        ingestion
            .event(
                EventRequest.builder()
                    .source(AGENT)
                    .eventKind("user_input")
                    .ref(day)
                    .summary(words)
                    .options(episode)
                    .build())
            .id();
    call(ingestion, "read_file", "style.md", episode);
    call(ingestion, "write_file", "style.md", episode);
    ingestion.outcome(OutcomeRequest.of(AGENT, id, OutcomeStatus.SUCCESS));
  }

  private static void call(Ingestion ingestion, String tool, String file, IngestOptions episode) {
    JsonObject args = (JsonObject) JsonValue.of(Map.of("file", file));
    ingestion.toolOutput(
        ToolOutputRequest.builder()
            .source(AGENT)
            .toolName(tool)
            .args(args)
            .result(JsonValue.of("done"))
            .options(episode)
            .build());
  }
}
