package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to one customer is in no skill that is made of the runs of many. */
class SkillPrivacyTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHORTEST = 4;

  /** One in small letters says nothing of anybody. */
  private static final Pattern WORD = Pattern.compile("\\p{Ll}+");

  private final EngineFixture house = new EngineFixture();
  private final Map<String, Set<String>> tasksByValue = new HashMap<>();

  @ParameterizedTest
  @ValueSource(strings = {"ft41_retail", "gpt-4.1_retail", "gpt-4.1_telecom"})
  void no_value_of_one_real_task_is_in_a_skill(String name) throws IOException {
    for (String line : Files.readAllLines(data("tau2_" + name + ".jsonl"))) {
      tell(JSON.readTree(line));
    }
    assertNothingOfOneTask();
  }

  /** Names, numbers, places and words of one customer each, in every place where a run has text. */
  @Test
  void no_value_of_one_made_up_customer_is_in_a_skill() throws IOException {
    Random random = new Random(3);
    for (int customer = 0; customer < 6; customer++) {
      String name = word(random, true) + " " + word(random, true);
      String id = word(random, false) + "_" + (1000 + random.nextInt(9000));
      String mail = word(random, false) + "@" + word(random, false) + ".example";
      String place = (10 + random.nextInt(90)) + " " + word(random, true) + " Street";
      String secret = "sk-" + word(random, false) + word(random, false) + random.nextInt(9999);
      String quoted = word(random, false) + " " + word(random, false);
      for (int run = 0; run < 3; run++) {
        tell(
            JSON.readTree(
                """
                {"id": "%1$s %2$s", "task": "%1$s", "success": true,
                 "users": ["please send my order to me, I am %1$s and live at %4$s",
                   "my account %5$s has the address %3$s, password: %6$s", "mark it as '%7$s'"],
                 "calls": [
                  {"tool": "find_order", "args": {"account": "%5$s", "name": "%1$s"},
                   "result": {"mail": "%3$s", "note": "%7$s"}, "deps_chain": []},
                  {"tool": "send_order", "args": {"to": "%4$s", "carrier": "post"},
                   "result": "sent to %1$s", "deps_chain": [0]}]}"""
                    .formatted(name, run, mail, place, id, secret, quoted)));
      }
      for (String own : List.of(secret, place, name.substring(name.indexOf(' ') + 1))) {
        tasksByValue.put(own, Set.of(name));
      }
    }
    assertNothingOfOneTask();
  }

  private static String word(Random random, boolean isName) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return isName ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word.toString();
  }

  private void assertNothingOfOneTask() {
    house.consolidation.run();
    List<AgentSkill> skills = skills();
    assertThat(skills).isNotEmpty();
    List<String> own =
        tasksByValue.entrySet().stream()
            .filter(value -> value.getValue().size() == 1)
            .map(Map.Entry::getKey)
            .filter(value -> !WORD.matcher(value).matches())
            .toList();
    assertThat(own).hasSizeGreaterThan(10);
    for (AgentSkill skill : skills) {
      for (String value : own) {
        assertThat(skill.text()).doesNotContainPattern(whole(value));
      }
    }
  }

  private static Pattern whole(String value) {
    return Pattern.compile(
        "(?<![\\p{L}\\p{N}])" + Pattern.quote(value) + "(?![\\p{L}\\p{N}])",
        Pattern.CASE_INSENSITIVE);
  }

  private static Path data(String name) {
    String folder = System.getProperty("membrane.data", "");
    assumeTrue(!folder.isEmpty(), "needs -Dmembrane.data=<folder>");
    return Path.of(folder, "trajectories", name);
  }

  private void tell(JsonNode run) {
    String task = run.get("task").asText();
    IngestOptions options = IngestOptions.NONE.episode(run.get("id").asText());
    run.get("users").forEach(said -> house.service.record(said(said.asText(), options)));
    List<String> nodes = new ArrayList<>();
    String id = "";
    for (JsonNode call : run.get("calls")) {
      house.pass(Duration.ofMillis(100));
      MemoryRecord record = EngineFixture.full(house.service.record(called(call, nodes, options)));
      List<ToolNode> graph = EngineFixture.episodic(record).toolGraph();
      nodes.add(graph.get(graph.size() - 1).id());
      id = record.id();
      keep(call.get("args"), task);
      keep(call.get("result"), task);
    }
    OutcomeStatus status =
        run.get("success").asBoolean() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE;
    house.service.record(OutcomeRequest.of("agent", id, status));
    house.pass(Duration.ofMinutes(1));
  }

  private void keep(JsonNode json, String task) {
    if (json.isContainerNode()) {
      json.forEach(each -> keep(each, task));
    } else if (json.asText().length() >= SHORTEST) {
      tasksByValue.computeIfAbsent(json.asText(), value -> new HashSet<>()).add(task);
    }
  }

  private static EventRequest said(String text, IngestOptions options) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("user_input")
        .ref("msg")
        .summary(text)
        .options(options)
        .build();
  }

  private static ToolOutputRequest called(
      JsonNode call, List<String> nodes, IngestOptions options) {
    List<String> after = new ArrayList<>();
    call.get("deps_chain").forEach(index -> after.add(nodes.get(index.asInt())));
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName(call.get("tool").asText())
        .args((JsonObject) CODEC.parse("args", call.get("args").toString()))
        .result(CODEC.parse("result", call.get("result").toString()))
        .dependsOn(after)
        .options(options)
        .build();
  }

  private List<AgentSkill> skills() {
    ListSkillsRequest all =
        ListSkillsRequest.builder()
            .includeStopped(true)
            .page(PageRequest.FIRST.ofSize(1_000))
            .build();
    return house.listing().skills(all, Caller.ANONYMOUS).items();
  }
}
