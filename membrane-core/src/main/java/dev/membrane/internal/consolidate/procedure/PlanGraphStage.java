package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.NoteChange;
import dev.membrane.internal.consolidate.procedure.CallArguments.Argument;
import dev.membrane.internal.consolidate.procedure.Tally.Texts;
import dev.membrane.internal.consolidate.procedure.Tally.Things;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage.LessonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a plan from a run with at least three tool calls that did not fail. Runs of the same
 * structure, failed ones included, are executions of the same plan.
 */
public final class PlanGraphStage extends ProcedureStage<PlanLesson> {

  /** The name of the stage. */
  public static final String NAME = "plan-graph";

  private static final int LEAST_NODES = 3;
  private static final int MAX_INTENT_LENGTH = 200;

  /** Stands between the ops and the control edges. */
  private static final String STRUCTURE = "\n\n";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LessonCodec<PlanLesson> codec() {
    return PlanLesson.CODEC;
  }

  @Override
  public Optional<PlanLesson> lesson(Episode episode) {
    ToolRun run = new ToolRun(episode);
    return run.calls().size() < LEAST_NODES
        ? Optional.empty()
        : Optional.of(
            new PlanLesson(
                run.lesson(),
                RunGroups.waits(run.calls()),
                ReusedValues.edges(run.calls()),
                run.told().all(),
                run.intent().orElse(null)));
  }

  @Override
  Run runOf(PlanLesson lesson) {
    return lesson.run();
  }

  @Override
  String kindOf(PlanLesson lesson) {
    return structure(lesson.run().tools(), lesson.control());
  }

  private static String structure(List<String> ops, List<String> control) {
    return Tally.orderOf(ops) + STRUCTURE + String.join(",", control);
  }

  @Override
  Optional<String> kindOf(Payload procedure) {
    if (!(procedure instanceof PlanGraphPayload plan)) {
      return Optional.empty();
    }
    List<String> ops = plan.nodes().stream().map(PlanNode::op).toList();
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < ops.size(); i++) {
      places.putIfAbsent(plan.nodes().get(i).id(), i);
    }
    List<String> control =
        plan.edges().stream()
            .filter(edge -> edge.kind() == EdgeKind.CONTROL)
            .sorted(
                Comparator.comparingInt((PlanEdge edge) -> places.getOrDefault(edge.to(), -1))
                    .thenComparingInt(edge -> places.getOrDefault(edge.from(), -1)))
            .map(
                edge ->
                    places.getOrDefault(edge.from(), -1) + "-" + places.getOrDefault(edge.to(), -1))
            .toList();
    return Optional.of(structure(ops, control));
  }

  @Override
  String groupOf(PlanLesson lesson) {
    return RunGroups.ofCalls(lesson.run().tools(), lesson.control());
  }

  @Override
  void count(PlanLesson lesson, int sign, Tally tally) {
    if (!lesson.run().isFailure()) {
      String intent = lesson.intent();
      if (intent != null) {
        String masked = tally.arguments().crowdedOut(lesson.run()).maskedInTask(intent);
        tally.texts(Texts.INTENTS).count(masked, sign, lesson.run().began());
      }
      lesson.data().forEach(edge -> tally.things(Things.DATA).add(edge, sign));
      lesson.told().forEach(argument -> tally.things(Things.TOLD).add(argument, sign));
    }
  }

  @Override
  boolean isWorthwhile(Tally tally) {
    return tally.runs() > tally.failures();
  }

  @Override
  boolean isRecurrence(NoteChange<PlanLesson> change) {
    return change.turnsTo(lesson -> !lesson.run().isFailure());
  }

  @Override
  Knowledge knowledge(String structure, Tally tally) {
    List<String> ops = tally.order();
    Map<String, JsonValue> conditions =
        tally.surroundings().conditions(tally.successes(), tally.failures());
    Map<String, JsonValue> inputs = new LinkedHashMap<>();
    List<PlanNode> nodes = nodes(ops, tally, inputs);
    PlanMetrics metrics =
        new PlanMetrics(
            tally.meanLatency(),
            (double) tally.failures() / tally.runs(),
            tally.runs(),
            tally.latest().lastUsed().orElse(null));
    PlanGraphPayload plan =
        new PlanGraphPayload(
            UUID.nameUUIDFromBytes(structure.getBytes(StandardCharsets.UTF_8)).toString(),
            "1",
            intent(tally),
            conditions.isEmpty() ? null : new JsonObject(conditions),
            inputs.isEmpty() ? null : new JsonObject(inputs),
            null,
            nodes,
            edges(structure, tally),
            metrics,
            null);
    return new Knowledge(plan, tally.confidence(), tally.latest().episodes());
  }

  private static @Nullable String intent(Tally tally) {
    VaryingValues varying =
        tally.arguments().varying((call, argument) -> isCaseOfOneRun(call, argument, tally));
    return tally.texts(Texts.INTENTS).best().stream()
        .map(varying::maskedInTask)
        .filter(Masks::leaveWords)
        .findFirst()
        .map(intent -> Masks.cut(intent, MAX_INTENT_LENGTH))
        .orElse(null);
  }

  /** Whether an argument is only known from one run, which was told what to give. */
  private static boolean isCaseOfOneRun(String call, String argument, Tally tally) {
    return tally.runs() - tally.failures() == 1
        && tally.things(Things.TOLD).of(CallArguments.argumentName(call, argument)) > 0;
  }

  private static List<PlanNode> nodes(
      List<String> ops, Tally tally, Map<String, JsonValue> inputs) {
    List<String> calls = CallArguments.names(ops);
    List<List<Argument>> arguments = calls.stream().map(call -> argumentsOf(call, tally)).toList();
    Frequencies inputNames = inputNames(arguments);
    List<PlanNode> nodes = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      Map<String, JsonValue> params = new LinkedHashMap<>();
      for (Argument argument : arguments.get(i)) {
        String name = argument.name();
        JsonValue constant = argument.constant();
        String input = inputNames.of(name) > 1 ? "n" + i + "_" + name : name;
        params.put(name, constant == null ? JsonValue.of("{{" + input + "}}") : constant);
        if (constant == null) {
          inputs.put(input, CallArguments.schema(argument));
        }
      }
      nodes.add(
          new PlanNode(
              "n" + i, ops.get(i), params.isEmpty() ? null : new JsonObject(params), null));
    }
    return nodes;
  }

  /** How many calls have an input of each name. */
  private static Frequencies inputNames(List<List<Argument>> arguments) {
    Frequencies names = new Frequencies();
    arguments.stream()
        .flatMap(List::stream)
        .filter(argument -> argument.constant() == null)
        .forEach(argument -> names.add(argument.name(), 1));
    return names;
  }

  private static List<Argument> argumentsOf(String call, Tally tally) {
    return tally.arguments().of(call).stream()
        .map(
            argument ->
                isCaseOfOneRun(call, argument.name(), tally) ? argument.varying() : argument)
        .toList();
  }

  /** The edges of a plan. A data edge is one that most of the runs have. */
  private static List<PlanEdge> edges(String structure, Tally tally) {
    List<PlanEdge> edges = new ArrayList<>();
    String control = structure.substring(structure.lastIndexOf(STRUCTURE) + STRUCTURE.length());
    Stream.of(control.split(","))
        .filter(edge -> !edge.isEmpty())
        .forEach(edge -> edges.add(edge(edge, EdgeKind.CONTROL)));
    long worked = tally.runs() - tally.failures();
    tally
        .things(Things.DATA)
        .all()
        .forEach(
            (edge, times) -> {
              if (2 * times > worked) {
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
