package dev.membrane.examples.tier4;

import dev.membrane.Membrane;
import dev.membrane.ingest.EventRequest;
import dev.membrane.ingest.IngestOptions;
import dev.membrane.ingest.IngestionService;
import dev.membrane.ingest.ObservationRequest;
import dev.membrane.ingest.OutcomeRequest;
import dev.membrane.ingest.ToolOutputRequest;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.Map;

/** What an agent lives through, the same on every tier. */
public final class Session {

  private static final IngestOptions HERE = IngestOptions.NONE.in("project");
  private static final String AGENT = "coding-agent";

  private Session() {}

  /** Lives through it, and learns from it. */
  public static void play(Membrane membrane) {
    IngestionService ingestion = membrane.ingestion();
    ingestion.observe(
        new ObservationRequest(AGENT, "Ann", "works_at", JsonValue.of("the brewery"), HERE));
    run(ingestion, "monday", "Ann prefers tabs");
    run(ingestion, "tuesday", "Ben prefers spaces");
    run(ingestion, "wednesday", "Ann prefers spaces now");
    membrane.consolidation().run();
  }

  private static void run(IngestionService ingestion, String day, String words) {
    IngestOptions episode = HERE.ofEpisode(day);
    String id = ingestion.event(new EventRequest(AGENT, "user_input", day, words, episode)).id();
    call(ingestion, "read_file", "style.md", episode);
    call(ingestion, "write_file", "style.md", episode);
    ingestion.outcome(new OutcomeRequest(AGENT, id, OutcomeStatus.SUCCESS, null, List.of(), null));
  }

  private static void call(
      IngestionService ingestion, String tool, String file, IngestOptions episode) {
    JsonObject args = (JsonObject) JsonValue.of(Map.of("file", file));
    ingestion.toolOutput(
        new ToolOutputRequest(AGENT, tool, args, JsonValue.of("done"), List.of(), episode));
  }
}
