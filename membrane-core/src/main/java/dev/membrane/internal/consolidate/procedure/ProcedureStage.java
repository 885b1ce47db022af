package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.NoteChange;
import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Learns from runs that are alike. It keeps one tally for all runs of a kind, and makes one record
 * as soon as the tally justifies it.
 *
 * @param <L> the lessons about the runs
 */
abstract sealed class ProcedureStage<L> implements Stage<L>, StageProvider
    permits CompetenceStage, PlanGraphStage {

  /** The member of a note without a tally: the record was erased, and is not made again. */
  private static final String REFUSED = "refused";

  /**
   * The exchange of a run in the note of its kind.
   *
   * @param tally the note as it is then
   */
  private record LessonExchange<L>(
      String episodeId, String kind, NoteChange<L> change, Tally tally, Notebook notebook) {}

  @Override
  public final Stage<L> create(PluginContext context) {
    return this;
  }

  /** The run that a lesson is about. */
  abstract Run runOf(L lesson);

  /** What the runs of one kind have in common. */
  abstract String kindOf(L lesson);

  /** The kind of the runs that a record was made of; empty for a record that no stage makes. */
  abstract Optional<String> kindOf(Payload procedure);

  /** Counts what else a run tells; with a sign of -1, takes it away. */
  abstract void count(L lesson, int sign, Tally tally);

  /** The group of kept runs that are like this one. */
  abstract String groupOf(L lesson);

  /** Whether runs like these are worth a record. */
  abstract boolean isWorthwhile(Tally tally);

  /** Whether an exchange is one more run that speaks for the record. */
  abstract boolean isRecurrence(NoteChange<L> change);

  abstract Knowledge knowledge(String kind, Tally tally);

  @Override
  public final Collection<String> notes(L lesson) {
    return List.of(kindOf(lesson));
  }

  @Override
  public final void exchange(
      String episodeId, @Nullable L former, @Nullable L lesson, Notebook notebook) {
    NoteChange.of(former, lesson, this::kindOf)
        .forEach((kind, change) -> apply(episodeId, kind, change, notebook));
  }

  private void apply(String episodeId, String kind, NoteChange<L> change, Notebook notebook) {
    JsonObject note = notebook.read(kind);
    if (StoredFields.of(note).truth(REFUSED)) {
      return;
    }
    Tally tally = Tally.CODEC.read(note);
    add(episodeId, change.former(), -1, tally);
    add(episodeId, change.latter(), 1, tally);
    publish(new LessonExchange<>(episodeId, kind, change, tally, notebook));
    notebook.write(kind, tally.runs() == 0 ? new JsonObject(Map.of()) : Tally.CODEC.write(tally));
  }

  @Override
  public final void forget(MemoryRecord record, Notebook notebook) {
    for (String kind : kindOf(record.payload()).stream().toList()) {
      if (Tally.CODEC.read(notebook.read(kind)).record().equals(Optional.of(record.id()))) {
        notebook.write(kind, StoredFields.none().put(REFUSED, true).toJson());
      }
    }
  }

  @Override
  public final boolean isRepeatable() {
    return true;
  }

  @Override
  public final void lose(Set<String> ids, Collection<MemoryRecord> learned, Notebook notebook) {
    for (MemoryRecord record : learned) {
      kindOf(record.payload()).ifPresent(kind -> lose(ids, record.id(), kind, notebook));
    }
  }

  private void lose(Set<String> ids, String id, String kind, Notebook notebook) {
    Tally tally = Tally.CODEC.read(notebook.read(kind));
    if (!tally.record().equals(Optional.of(id)) || !tally.mayHave(ids)) {
      return;
    }
    Tally withoutRuns = tally.withoutWords(ids);
    if (isWorthwhile(withoutRuns)) {
      notebook.update(id, knowledge(kind, withoutRuns), false, "A run of this kind was erased");
      notebook.outcomes(id, withoutRuns.latest().outcomes());
    } else if (notebook.delete(id, "Too few runs of this kind are left")) {
      withoutRuns.setRecord(null);
    }
    notebook.write(kind, written(withoutRuns));
  }

  @Override
  public final JsonObject without(Set<String> ids, JsonObject note) {
    Tally tally = Tally.CODEC.read(note);
    return StoredFields.of(note).truth(REFUSED) || !tally.mayHave(ids)
        ? note
        : written(tally.withoutWords(ids));
  }

  private static JsonObject written(Tally tally) {
    return tally.runs() <= 0 && tally.record().isEmpty()
        ? new JsonObject(Map.of())
        : Tally.CODEC.write(tally);
  }

  /** Adds or takes away a run. A note that was emptied since does not have it any more. */
  private void add(String episodeId, @Nullable L lesson, int sign, Tally tally) {
    if (lesson != null && (sign > 0 || tally.mayHave(Set.of(episodeId)))) {
      tally.add(episodeId, runOf(lesson), sign);
      tally.addOrder(runOf(lesson), sign);
      count(lesson, sign, tally);
    }
  }

  private void publish(LessonExchange<L> exchange) {
    Tally tally = exchange.tally();
    Notebook notebook = exchange.notebook();
    Optional<String> id = tally.record();
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    if (record.isPresent()) {
      follow(record.get(), exchange);
    } else if (isWorthwhile(tally)
        && isRecurrence(exchange.change())
        && (id.isEmpty() || !notebook.isRetracted(id.get()))) {
      long worked = tally.runs() - tally.failures();
      String made =
          notebook.create(
              knowledge(exchange.kind(), tally),
              "Learned from " + worked + (worked == 1 ? " run" : " runs"));
      notebook.outcomes(made, tally.latest().outcomes());
      standFor(made, exchange.change(), notebook);
      tally.setRecord(made);
    }
  }

  /** Without a success it stands for no run, and yet does not count as one that was imported. */
  private void standFor(String id, NoteChange<L> change, Notebook notebook) {
    L latter = change.latter();
    List<String> groups =
        latter != null && change.turnsTo(lesson -> runOf(lesson).isSuccess())
            ? List.of(groupOf(latter))
            : List.of();
    notebook.standFor(Map.of(id, groups));
  }

  private void follow(MemoryRecord record, LessonExchange<L> exchange) {
    String episodeId = exchange.episodeId();
    NoteChange<L> change = exchange.change();
    Tally tally = exchange.tally();
    Notebook notebook = exchange.notebook();
    if (record.isRetired() && change.former() == null) {
      return;
    }
    if (!isWorthwhile(tally)) {
      String why = "Too few runs of this kind succeeded after all: episode " + episodeId;
      if (notebook.delete(record.id(), why) && !record.isRetired()) {
        tally.setRecord(null);
      }
      return;
    }
    boolean isFoundAgain = !record.isRetired() && isRecurrence(change);
    notebook.update(
        record.id(), knowledge(exchange.kind(), tally), isFoundAgain, change.reason(episodeId));
    if (record.isRetired()) {
      return;
    }
    notebook.outcomes(record.id(), tally.latest().outcomes());
    standFor(record.id(), change, notebook);
  }
}
