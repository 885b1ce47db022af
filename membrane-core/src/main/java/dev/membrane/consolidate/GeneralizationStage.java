package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Knowledge;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import dev.membrane.text.TextAnalyzer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes one skill of runs that differ in look-ups and repetitions, but change the same things. It
 * looks at the latest {@value Window#MAX_RUNS} runs at a time, and so costs the same however much
 * there is.
 *
 * @see Generalization how runs are grouped and what is said of a group
 */
public final class GeneralizationStage implements Stage, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "generalization";

  private static final String RUNS = "runs";
  private static final String SKILLS = "skills";
  private static final int MAX_WORDS = 200;

  private final TextAnalyzer analyzer = new TextAnalyzer();

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
    if (!run.hasEnded()) {
      return new JsonObject(Map.of());
    }
    Fields lesson =
        run.lesson().put(Generalization.FEEDS, List.copyOf(ReusedValues.feeds(run.calls())));
    if (run.outcome() == OutcomeStatus.SUCCESS) {
      lesson.put(Generalization.WORDS, words(run.said()));
    }
    return lesson.toJson();
  }

  private JsonObject words(String said) {
    Map<String, JsonValue> words = new LinkedHashMap<>();
    analyzer.words(said).entrySet().stream()
        .limit(MAX_WORDS)
        .forEach(word -> words.put(word.getKey(), JsonValue.of(word.getValue())));
    return new JsonObject(words);
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return lesson.members().isEmpty() ? List.of() : List.of(RUNS, SKILLS);
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
    Window window = new Window(notebook.read(RUNS));
    window.exchange(episodeId, Fields.of(former), Fields.of(lesson));
    notebook.write(RUNS, window.toJson());
  }

  @Override
  public void conclude(Notebook notebook) {
    Window window = new Window(notebook.read(RUNS));
    Fields note = Fields.of(notebook.read(SKILLS));
    Fields records = note.fields(Fields.RECORDS);
    Generalization generalization = Generalization.of(window);
    for (Generalization.Group group : generalization.groups()) {
      publish(group, window, records, notebook);
    }
    forget(generalization, window, records, notebook);
    note.put(Fields.RECORDS, records.isEmpty() ? null : records.toJson());
    notebook.write(SKILLS, note.toJson());
    notebook.write(RUNS, window.seen().toJson());
  }

  private static void publish(
      Generalization.Group group, Window window, Fields records, Notebook notebook) {
    Optional<String> id = records.optionalText(group.name());
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    List<String> news = group.successes().stream().filter(window::isNews).toList();
    if (record.isPresent()) {
      follow(record.get(), group, news, notebook);
    } else if (id.isEmpty() || (!news.isEmpty() && !notebook.isRetracted(id.get()))) {
      String why = "Generalized from " + group.successes().size() + " successful runs";
      String made = notebook.create(group.knowledge(), why);
      notebook.outcomes(made, group.outcomes());
      records.put(group.name(), made);
    }
  }

  private static void follow(
      MemoryRecord record, Generalization.Group group, List<String> news, Notebook notebook) {
    Knowledge knowledge = group.knowledge();
    if (record.isRetired()) {
      return;
    }
    for (String episodeId : news) {
      notebook.update(record.id(), knowledge, true, "Another run: episode " + episodeId);
    }
    notebook.update(record.id(), knowledge, false, "Other runs show it in another light");
    notebook.outcomes(record.id(), group.outcomes());
  }

  /** A skill whose runs were only crowded out by later ones fades like everything else. */
  private static void forget(
      Generalization generalization, Window window, Fields records, Notebook notebook) {
    Set<String> lost = new TreeSet<>(records.members().keySet());
    generalization.groups().forEach(group -> lost.remove(group.name()));
    for (String name : lost) {
      String id = records.text(name);
      Optional<MemoryRecord> record = notebook.record(id);
      boolean isCrowdedOut = window.isFull() && generalization.isPossible(name);
      if (record.isPresent() && !record.get().isRetired() && !isCrowdedOut) {
        notebook.delete(id, "The runs behind it are no longer one procedure");
        records.put(name, null);
      } else if (record.isEmpty() && !notebook.isRetracted(id)) {
        records.put(name, null);
      }
    }
  }
}
