package dev.membrane.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** A memory that a key reaches over MCP, and in which others keep what the key may not see. */
final class SharedMemory implements AutoCloseable {

  static final List<String> WORDS =
      List.of("deploy", "billing", "editor", "vim", "ghent", "password", "rollout", "tests");

  private static final String KEY = "a-key-of-one-project-alone";
  private static final String NOBODY = "01900000-0000-7000-8000-000000000000";

  /** Ids of records, and those at the end of the names of skills. */
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b[0-9a-z]{25}\\b");

  private final List<String> seen = new ArrayList<>();
  private final List<String> hidden = new ArrayList<>();
  private final Membrane engine;
  private final McpSite site;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  SharedMemory() {
    engine =
        Membrane.builder()
            .store(new InMemoryStore())
            .clock(() -> now)
            .backgroundJobs(false)
            .build();
    String grant =
        ", \"max_sensitivity\": \"low\", \"scopes\": [\"mine\"],"
            + " \"permissions\": [\"ingest\", \"retrieve\", \"revise\"]";
    site = new McpSite(engine, "[" + McpSite.principal("mine", KEY, grant) + "]");
  }

  /** A minute later. */
  void pass() {
    now = now.plusSeconds(60);
  }

  void learn() {
    engine.maintenance().consolidate();
  }

  /** Stores something in another scope, or too sensitive for the key. */
  void hide(Random random) {
    boolean isElsewhere = random.nextBoolean();
    Ingestion theirs = engine.as(Caller.named("others")).ingestion();
    String scope = isElsewhere ? "theirs" : "mine";
    Sensitivity level = isElsewhere ? Sensitivity.LOW : Sensitivity.HYPER;
    String word = word(random);
    switch (random.nextInt(3)) {
      case 0 ->
          hidden.add(
              theirs
                  .observe(
                      ObservationRequest.builder()
                          .source("others")
                          .subject(word)
                          .predicate(word(random))
                          .object("hidden " + word(random))
                          .scope(scope)
                          .sensitivity(level)
                          .build())
                  .id());
      case 1 ->
          hidden.add(
              theirs
                  .workingState(
                      WorkingStateRequest.builder()
                          .source("others")
                          .threadId(word)
                          .state(TaskState.EXECUTING)
                          .contextSummary("hidden " + word)
                          .scope(scope)
                          .sensitivity(level)
                          .build())
                  .id());
      default -> run(theirs, scope, level, word);
    }
  }

  /** Twice the same, so that a skill is learned of it. */
  private void run(Ingestion theirs, String scope, Sensitivity level, String word) {
    for (int times = 0; times < 2; times++) {
      String episode = "hidden-" + hidden.size();
      EventRequest event =
          EventRequest.builder()
              .source("others")
              .eventKind("user_input")
              .ref("1")
              .summary(word + " the billing service")
              .scope(scope)
              .sensitivity(level)
              .episode(episode)
              .build();
      String id = theirs.event(event).id();
      for (String tool : List.of("build", word, "rollout")) {
        theirs.toolOutput(
            ToolOutputRequest.builder()
                .source("others")
                .toolName(tool)
                .scope(scope)
                .sensitivity(level)
                .episode(episode)
                .build());
      }
      theirs.outcome(OutcomeRequest.of("others", id, OutcomeStatus.SUCCESS));
      hidden.add(id);
    }
  }

  static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  /** Mostly of what the key was told, else one that is hidden or, without any, nobody's. */
  String id(Random random) {
    int chosen = random.nextInt(1_000_000);
    boolean isForeign = random.nextInt(3) == 0;
    if (isForeign || seen.isEmpty()) {
      return hidden.isEmpty() ? NOBODY : hidden.get(chosen % hidden.size());
    }
    return seen.get(chosen % seen.size());
  }

  JsonNode use(String tool, String arguments) {
    return ask("tools/call", "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments));
  }

  JsonNode ask(String method, String params) {
    return site.ask(KEY, method, params);
  }

  /** The same text whatever ids things have, by the order in which the key was told of them. */
  String withoutIds(String text) {
    return ID.matcher(text)
        .replaceAll(
            found -> {
              String id = found.group();
              if (id.equals(NOBODY) || hidden.contains(id)) {
                return "nobody's";
              }
              if (!seen.contains(id)) {
                seen.add(id);
              }
              return "#" + seen.indexOf(id);
            });
  }

  @Override
  public void close() {
    site.close();
  }
}
