package dev.membrane.consolidate;

import dev.membrane.consolidate.Tally.Argument;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Knowledge;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes a plan of a run of three tool calls or more that did not fail. Runs of the same structure,
 * failed ones included, are executions of the same plan.
 */
public final class PlanGraphStage implements Stage, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "plan-graph";

  private static final int LEAST_NODES = 3;

  /** A shorter value is met with again by chance. */
  private static final int LEAST_VALUE = 4;

  private static final String CONTROL = "control";
  private static final String DATA = "data";
  private static final String INTENTS = "intents";
  private static final String PLAN = "plan";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Stage create(PluginContext context) {
    return this;
  }

  @Override
  public JsonObject lesson(Episode episode) {
    ToolRun run = new ToolRun(episode);
    if (run.calls().size() < LEAST_NODES) {
      return new JsonObject(Map.of());
    }
    return run.lesson()
        .put(CONTROL, control(run.calls()))
        .put(DATA, data(run.calls()))
        .put(INTENTS, episode.trace().timeline().get(0).eventKind())
        .toJson();
  }

  /** Edges as {@code from-to}, by the places of the calls. */
  private static List<String> control(List<ToolNode> calls) {
    Map<String, Integer> places = new HashMap<>();
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      for (String before : calls.get(i).dependsOn()) {
        Integer place = places.get(before);
        if (place != null && !edges.contains(place + "-" + i)) {
          edges.add(place + "-" + i);
        }
      }
      places.putIfAbsent(calls.get(i).id(), i);
    }
    return edges;
  }

  private static List<String> data(List<ToolNode> calls) {
    List<String> edges = new ArrayList<>();
    List<Set<String>> results = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Set<String> used = values(calls.get(i).args());
      for (int j = 0; j < i; j++) {
        if (results.get(j).stream().anyMatch(used::contains)) {
          edges.add(j + "-" + i);
        }
      }
      results.add(values(calls.get(i).result()));
    }
    return edges;
  }

  private static Set<String> values(@Nullable JsonValue value) {
    Set<String> values = new HashSet<>();
    gather(value, values);
    return values;
  }

  private static void gather(@Nullable JsonValue value, Set<String> into) {
    if (value instanceof JsonString string && string.value().length() >= LEAST_VALUE) {
      into.add(string.value());
    } else if (value instanceof JsonNumber number && number.text().length() >= LEAST_VALUE) {
      into.add(number.text());
    } else if (value instanceof JsonArray array) {
      array.items().forEach(item -> gather(item, into));
    } else if (value instanceof JsonObject object) {
      object.members().values().forEach(member -> gather(member, into));
    }
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return lesson.members().isEmpty() ? List.of() : List.of(structure(Fields.of(lesson)));
  }

  private static String structure(Fields lesson) {
    return String.join("\n", lesson.texts(ToolRun.TOOLS))
        + "\n\n"
        + String.join(",", lesson.texts(CONTROL));
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
    Shift.of(former, lesson, PlanGraphStage::structure)
        .forEach((structure, shift) -> apply(episodeId, structure, shift, notebook));
  }

  private static void apply(String episodeId, String structure, Shift shift, Notebook notebook) {
    Tally tally = new Tally(notebook.read(structure));
    count(episodeId, shift.former(), -1, tally);
    count(episodeId, shift.latter(), 1, tally);
    publish(episodeId, structure, shift, tally, notebook);
    notebook.write(structure, tally.runs() == 0 ? new JsonObject(Map.of()) : tally.toJson());
  }

  private static void count(String episodeId, @Nullable Fields run, int sign, Tally tally) {
    if (run == null) {
      return;
    }
    tally.add(episodeId, run, sign);
    String began = run.text(ToolRun.BEGAN);
    if (!run.truth(ToolRun.FAILURE)) {
      tally.count(INTENTS, run.text(INTENTS), sign, began);
      run.texts(DATA).forEach(edge -> tally.count(DATA, edge, sign, began));
    }
  }

  private static void publish(
      String episodeId, String structure, Shift shift, Tally tally, Notebook notebook) {
    Optional<String> id = tally.note().optionalText(Fields.RECORD);
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    boolean hasWorked = tally.runs() > tally.failures();
    Fields run = shift.latter();
    if (record.isPresent()) {
      follow(record.get(), episodeId, shift, tally, notebook);
    } else if (hasWorked && run != null && (id.isEmpty() || !notebook.isRetracted(id.get()))) {
      String plan = UUID.nameUUIDFromBytes(structure.getBytes(StandardCharsets.UTF_8)).toString();
      tally.note().put(PLAN, plan).put(CONTROL, run.texts(CONTROL));
      String made = notebook.create(knowledge(tally), "Learned from episode " + episodeId);
      notebook.outcomes(made, tally.outcomes());
      tally.note().put(Fields.RECORD, made);
    }
  }

  private static void follow(
      MemoryRecord record, String episodeId, Shift shift, Tally tally, Notebook notebook) {
    if (record.isRetired()) {
      return;
    }
    if (tally.runs() == tally.failures()) {
      notebook.delete(record.id(), "No run of this structure worked after all");
      tally.note().put(Fields.RECORD, null);
      return;
    }
    boolean isRecurrence =
        shift.isNew() && shift.latter() != null && !shift.latter().truth(ToolRun.FAILURE);
    notebook.update(record.id(), knowledge(tally), isRecurrence, shift.reason(episodeId));
    notebook.outcomes(record.id(), tally.outcomes());
  }

  private static Knowledge knowledge(Tally tally) {
    List<String> ops = tally.order();
    Map<String, JsonValue> inputs = new LinkedHashMap<>();
    List<PlanNode> nodes = nodes(ops, tally, inputs);
    PlanMetrics metrics =
        new PlanMetrics(
            tally.meanLatency(),
            (double) tally.failures() / tally.runs(),
            tally.runs(),
            tally.lastUsed().orElse(null));
    PlanGraphPayload plan =
        new PlanGraphPayload(
            tally.note().text(PLAN),
            "1",
            tally.texts(INTENTS).stream().findFirst().orElse(null),
            null,
            inputs.isEmpty() ? null : new JsonObject(inputs),
            null,
            nodes,
            edges(tally),
            metrics,
            null);
    return new Knowledge(plan, tally.confidence(), tally.episodes());
  }

  private static List<PlanNode> nodes(
      List<String> ops, Tally tally, Map<String, JsonValue> inputs) {
    List<String> occurrences = Tally.occurrences(ops);
    List<PlanNode> nodes = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      Map<String, JsonValue> params = new LinkedHashMap<>();
      for (Argument argument : tally.arguments(occurrences.get(i))) {
        JsonValue constant = argument.constant();
        String input = "n" + i + "_" + argument.name();
        params.put(
            argument.name(), constant == null ? JsonValue.of("{{" + input + "}}") : constant);
        if (constant == null) {
          inputs.put(input, Fields.none().put("type", argument.type()).toJson());
        }
      }
      nodes.add(
          new PlanNode(
              "n" + i, ops.get(i), params.isEmpty() ? null : new JsonObject(params), null));
    }
    return nodes;
  }

  /** A data edge is one that most of the runs have. */
  private static List<PlanEdge> edges(Tally tally) {
    List<PlanEdge> edges = new ArrayList<>();
    tally.note().texts(CONTROL).forEach(edge -> edges.add(edge(edge, EdgeKind.CONTROL)));
    long worked = tally.runs() - tally.failures();
    tally
        .note()
        .fields(DATA)
        .members()
        .forEach(
            (edge, known) -> {
              if (2 * Fields.of((JsonObject) known).count("n") > worked) {
                edges.add(edge(edge, EdgeKind.DATA));
              }
            });
    return edges.stream().sorted(Comparator.comparing(PlanGraphStage::sortKey)).toList();
  }

  private static String sortKey(PlanEdge edge) {
    return edge.kind() + " " + edge.from() + " " + edge.to();
  }

  private static PlanEdge edge(String edge, EdgeKind kind) {
    String[] ends = edge.split("-", -1);
    return new PlanEdge("n" + ends[0], "n" + ends[1], kind);
  }
}
