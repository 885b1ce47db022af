package dev.membrane.consolidate;

import dev.membrane.consolidate.Tally.Argument;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Trigger;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Knowledge;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a skill of tools that led to success together at least twice. Its counts follow every later
 * run with the same tools, failures included.
 */
public final class CompetenceStage implements Stage, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "competence";

  private static final int LEAST_SUCCESSES = 2;
  private static final int MAX_TEXTS = 5;
  private static final int LONGEST_TEXT = 500;
  private static final String SIGNALS = "signals";
  private static final String MODES = "modes";

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
    boolean hasEnded =
        run.outcome() == OutcomeStatus.SUCCESS || run.outcome() == OutcomeStatus.FAILURE;
    if (run.calls().isEmpty() || !hasEnded) {
      return new JsonObject(Map.of());
    }
    Fields lesson = run.lesson().put(SIGNALS, shortened(run.signals()));
    if (run.outcome() == OutcomeStatus.FAILURE) {
      lesson.put(MODES, shortened(List.of(run.failureMode())));
    }
    return lesson.toJson();
  }

  private static List<String> shortened(List<String> texts) {
    return texts.stream()
        .limit(MAX_TEXTS)
        .map(
            text ->
                text.codePointCount(0, text.length()) <= LONGEST_TEXT
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)))
        .toList();
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return lesson.members().isEmpty() ? List.of() : List.of(signature(Fields.of(lesson)));
  }

  /** The tools sorted, repeated ones repeated. */
  private static String signature(Fields lesson) {
    return lesson.texts(ToolRun.TOOLS).stream().sorted().collect(Collectors.joining("+"));
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
    Shift.of(former, lesson, CompetenceStage::signature)
        .forEach((signature, shift) -> apply(episodeId, signature, shift, notebook));
  }

  private static void apply(String episodeId, String signature, Shift shift, Notebook notebook) {
    Tally tally = new Tally(notebook.read(signature));
    count(episodeId, shift.former(), -1, tally);
    count(episodeId, shift.latter(), 1, tally);
    publish(episodeId, signature, shift, tally, notebook);
    notebook.write(signature, tally.runs() == 0 ? new JsonObject(Map.of()) : tally.toJson());
  }

  private static void count(String episodeId, @Nullable Fields run, int sign, Tally tally) {
    if (run == null) {
      return;
    }
    tally.add(episodeId, run, sign);
    String began = run.text(ToolRun.BEGAN);
    if (run.truth(ToolRun.SUCCESS)) {
      run.texts(SIGNALS).forEach(text -> tally.count(SIGNALS, text, sign, began));
    }
    run.texts(MODES).forEach(text -> tally.count(MODES, text, sign, began));
  }

  private static void publish(
      String episodeId, String signature, Shift shift, Tally tally, Notebook notebook) {
    Optional<String> id = tally.note().optionalText(Fields.RECORD);
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    if (record.isPresent()) {
      follow(record.get(), episodeId, signature, shift, tally, notebook);
    } else if (tally.successes() >= LEAST_SUCCESSES
        && shift.turnsTo(ToolRun.SUCCESS)
        && (id.isEmpty() || !notebook.isRetracted(id.get()))) {
      String made =
          notebook.create(
              knowledge(signature, tally),
              "Learned from " + tally.successes() + " successful runs");
      notebook.outcomes(made, tally.outcomes());
      tally.note().put(Fields.RECORD, made);
    }
  }

  private static void follow(
      MemoryRecord record,
      String episodeId,
      String signature,
      Shift shift,
      Tally tally,
      Notebook notebook) {
    if (record.isRetired()) {
      return;
    }
    if (tally.successes() == 0) {
      notebook.delete(record.id(), "No run with these tools succeeded after all");
      tally.note().put(Fields.RECORD, null);
      return;
    }
    notebook.update(
        record.id(),
        knowledge(signature, tally),
        shift.turnsTo(ToolRun.SUCCESS),
        shift.reason(episodeId));
    notebook.outcomes(record.id(), tally.outcomes());
  }

  private static Knowledge knowledge(String signature, Tally tally) {
    List<String> order = tally.order();
    long runs = tally.successes() + tally.failures();
    PerformanceStats stats =
        new PerformanceStats(
            tally.successes(),
            tally.failures(),
            (double) tally.successes() / runs,
            tally.meanLatency(),
            tally.lastUsed().orElse(null));
    CompetencePayload skill =
        new CompetencePayload(
            "skill:" + signature,
            first(tally.texts(SIGNALS)).stream().map(text -> new Trigger(text, null)).toList(),
            recipe(order, tally),
            order.stream().distinct().sorted().toList(),
            first(tally.texts(MODES)),
            List.of(),
            stats,
            null,
            null);
    return new Knowledge(skill, tally.confidence(), tally.episodes());
  }

  private static List<String> first(List<String> texts) {
    return texts.subList(0, Math.min(MAX_TEXTS, texts.size()));
  }

  private static List<RecipeStep> recipe(List<String> order, Tally tally) {
    List<String> occurrences = Tally.occurrences(order);
    List<RecipeStep> steps = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      JsonObject schema = schema(tally.arguments(occurrences.get(i)));
      steps.add(
          new RecipeStep(
              "Call " + order.get(i),
              order.get(i),
              schema.members().isEmpty() ? null : schema,
              null));
    }
    return steps;
  }

  /** The type of each argument, and the value of those that never vary. */
  private static JsonObject schema(List<Argument> arguments) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (Argument argument : arguments) {
      Fields schema = Fields.none().put("type", argument.type());
      if (argument.constant() != null) {
        schema.put("default", argument.constant());
      }
      members.put(argument.name(), schema.toJson());
    }
    return new JsonObject(members);
  }
}
