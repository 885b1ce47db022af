package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.NoteChange;
import dev.membrane.internal.consolidate.Sources;
import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.Generalization.RunGroup;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.episode.ToolCounts;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.spi.StageProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes one skill from runs that differ in look-ups and repetitions but change the same things. It
 * keeps sums and a few of the latest runs, so its cost does not grow with the number of runs.
 *
 * @see Generalization how runs are grouped and what is said of a group
 */
public final class GeneralizationStage implements Stage<GeneralizationLesson>, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "generalization";

  private static final String SKILLS = "skills";

  /** The note of successes that nothing was concluded from yet; it is gone with the batch. */
  private static final String NEWS = "news";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Stage<GeneralizationLesson> create(PluginContext context) {
    return this;
  }

  @Override
  public LessonCodec<GeneralizationLesson> codec() {
    return GeneralizationLesson.CODEC;
  }

  @Override
  public Optional<GeneralizationLesson> lesson(Episode episode) {
    ToolRun run = new ToolRun(episode);
    if (!run.hasEnded()) {
      return Optional.empty();
    }
    AskedWords asked = run.outcome() == OutcomeStatus.SUCCESS ? run.asked() : AskedWords.NONE;
    return Optional.of(
        new GeneralizationLesson(
            run.lesson(), CallEffects.of(run.calls()), asked, RunGroups.of(run.calls())));
  }

  @Override
  public Collection<String> notes(GeneralizationLesson lesson) {
    List<String> notes = new ArrayList<>(ToolSets.notes(lesson));
    notes.addAll(List.of(SKILLS, NEWS));
    return notes;
  }

  @Override
  public void exchange(
      String episodeId,
      @Nullable GeneralizationLesson former,
      @Nullable GeneralizationLesson lesson,
      Notebook notebook) {
    ToolSets sets = ToolSets.of(notebook);
    sets.exchange(episodeId, former, lesson);
    sets.takeDropped().forEach(notebook::dropRun);
    if (lesson != null && sets.keeps(episodeId)) {
      keep(episodeId, lesson, notebook);
    }
    count(former, -1, notebook);
    count(lesson, 1, notebook);
    if (former != null) {
      List<String> tools = former.run().tools();
      notebook.write(NEWS, NewRuns.read(notebook.read(NEWS)).anew(episodeId, tools).toJson());
    }
    if (lesson != null
        && new NoteChange<>(former, lesson).turnsTo(told -> told.run().isSuccess())) {
      List<String> tools = lesson.run().tools();
      notebook.write(NEWS, NewRuns.read(notebook.read(NEWS)).with(episodeId, tools).toJson());
    }
  }

  private static void keep(String episodeId, GeneralizationLesson lesson, Notebook notebook) {
    Run run = lesson.run();
    notebook.keepRun(
        episodeId,
        run.used(),
        lesson.asked().counts(),
        ToolCounts.of(run.tools()),
        lesson.groups());
  }

  private static void count(@Nullable GeneralizationLesson lesson, int sign, Notebook notebook) {
    if (lesson != null) {
      notebook.countEnded(lesson.run().isSuccess() ? sign : 0, sign);
    }
  }

  @Override
  public void conclude(Notebook notebook) {
    ToolSets sets = ToolSets.of(notebook);
    Generalization generalization = Generalization.of(sets.all());
    NewRuns news = NewRuns.read(notebook.read(NEWS));
    Procedures procedures = Procedures.read(notebook.read(SKILLS));
    for (RunGroup group : generalization.groups()) {
      if (group.isProven() && (group.isGeneral() || procedures.has(group.name()))) {
        publish(group, newsOf(group.name(), generalization, news), procedures, notebook);
      }
    }
    deleteUnproven(generalization, sets.isCrowded(), news, procedures, notebook);
    Map<String, List<String>> groupsById = new TreeMap<>();
    for (RunGroup group : generalization.groups()) {
      if (!group.runGroups().isEmpty()) {
        procedures.record(group.name()).ifPresent(id -> groupsById.put(id, group.runGroups()));
      }
    }
    notebook.standFor(groupsById);
    notebook.write(SKILLS, procedures.toJson());
    notebook.write(NEWS, new JsonObject(Map.of()));
  }

  /** The new runs of a group. */
  private static NewRuns newsOf(String name, Generalization generalization, NewRuns news) {
    return news.of(tools -> generalization.nameOf(tools).equals(name));
  }

  private static void publish(
      RunGroup group, NewRuns news, Procedures procedures, Notebook notebook) {
    if (procedures.isRefused(group.name())) {
      return;
    }
    Optional<String> id = procedures.record(group.name());
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    Set<String> runs = news.toolsByEpisode().keySet();
    if (record.isPresent()) {
      follow(record.get(), group, news, notebook);
    } else if (id.isPresent() && !runs.isEmpty() && notebook.isRetracted(id.get())) {
      procedures.refuse(group.name());
    } else if (id.isEmpty() || !runs.isEmpty()) {
      String why = "Generalized from " + group.successes() + " successful runs";
      String made = notebook.create(group.knowledge(), why);
      notebook.outcomes(made, group.outcomes());
      procedures.put(group.name(), made);
    }
  }

  private static void follow(MemoryRecord record, RunGroup group, NewRuns news, Notebook notebook) {
    boolean isAnew = !news.relearned().isEmpty();
    if (record.isRetired() && !isAnew) {
      return;
    }
    Knowledge knowledge = group.knowledge();
    if (isAnew) {
      notebook.update(record.id(), knowledge, false, news.reason("No longer the runs they were"));
    }
    if (record.isRetired()) {
      return;
    }
    for (String episodeId : news.toolsByEpisode().keySet()) {
      notebook.update(record.id(), knowledge, true, "Another run: episode " + episodeId);
    }
    notebook.update(record.id(), knowledge, false, "Other runs show it in another light");
    notebook.outcomes(record.id(), group.outcomes());
  }

  /**
   * Deletes the skills of groups that no longer prove them. A skill whose runs were only crowded
   * out by later ones fades like everything else.
   */
  private static void deleteUnproven(
      Generalization generalization,
      boolean isCrowded,
      NewRuns news,
      Procedures procedures,
      Notebook notebook) {
    for (String name : procedures.names()) {
      Optional<RunGroup> group = generalization.group(name);
      boolean isProven = group.isPresent() && group.get().isProven();
      boolean isCrowdedOut = group.isEmpty() && isCrowded;
      if (!isProven && !isCrowdedOut) {
        procedures
            .record(name)
            .ifPresent(
                id -> delete(name, id, newsOf(name, generalization, news), procedures, notebook));
      }
    }
  }

  private static void delete(
      String name, String id, NewRuns news, Procedures procedures, Notebook notebook) {
    Optional<MemoryRecord> record = notebook.record(id);
    boolean isRetired = record.isPresent() && record.get().isRetired();
    if (record.isEmpty() && notebook.isRetracted(id)) {
      procedures.refuse(name);
    } else if (record.isEmpty()) {
      procedures.remove(name);
    } else if (!isRetired || !news.relearned().isEmpty()) {
      String why = news.reason("The runs behind it are no longer one procedure");
      if (notebook.delete(id, why) && !isRetired) {
        procedures.remove(name);
      }
    }
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public void lose(Set<String> ids, Collection<MemoryRecord> learned, Notebook notebook) {
    ToolSets.of(notebook).lose(ids);
    notebook.write(NEWS, NewRuns.read(notebook.read(NEWS)).without(ids).toJson());
  }

  /**
   * Removes procedures that were erased. Runs that may be erased are found by their scope; that a
   * procedure was erased may be known only later.
   */
  @Override
  public JsonObject without(Set<String> ids, JsonObject note) {
    if (!StoredFields.of(note).has(StoredFields.RECORDS)) {
      return note;
    }
    Procedures procedures = Procedures.read(note);
    procedures.removeAll(ids);
    return procedures.toJson();
  }

  /** Removes the runs behind a procedure, too. */
  @Override
  public void forget(MemoryRecord record, Notebook notebook) {
    if (Sources.isMadeByStage(record) && record.type().isProcedure()) {
      Procedures procedures = Procedures.read(notebook.read(SKILLS));
      new RunRemoval(ToolSets.of(notebook), procedures, notebook).removeBehind(record);
      notebook.write(SKILLS, procedures.toJson());
    }
  }
}
