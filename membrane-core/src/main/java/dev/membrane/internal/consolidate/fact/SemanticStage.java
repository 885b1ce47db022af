package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.consolidate.Sources;
import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.fact.Hearsay.Verdict;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.value.CallSummary;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.spi.StageProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes facts from the events of successful episodes: (event kind, {@code observed_in}, summary).
 * If the fact is there already, the event is further evidence for it.
 */
public final class SemanticStage implements Stage<Statements>, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "semantic";

  /** A fact keeps the latest of its evidence. */
  private static final int MAX_EVIDENCE = 100;

  private static final Comparator<ProvenanceRef> IN_TIME =
      Comparator.comparing(ProvenanceRef::timestamp).thenComparing(ProvenanceRef::sourceId);

  private static final StatementsCodec CODEC = new StatementsCodec(true);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Stage<Statements> create(PluginContext context) {
    return this;
  }

  @Override
  public LessonCodec<Statements> codec() {
    return CODEC;
  }

  @Override
  public Optional<Statements> lesson(Episode episode) {
    EpisodicPayload trace = episode.trace();
    if (trace.outcome() != OutcomeStatus.SUCCESS) {
      return Optional.empty();
    }
    Map<String, Statement> facts = new LinkedHashMap<>();
    double confidence = Math.min(LearningContext.MAX_CONFIDENCE, episode.record().confidence());
    Map<String, String> generated = CallSummary.in(trace);
    Testimony testimony = Testimony.of(episode);
    for (TimelineEvent event : trace.timeline()) {
      String summary = event.summary();
      if (summary != null && !summary.equals(generated.get(event.ref()))) {
        Verdict verdict = Hearsay.shared().of(event, testimony);
        if (verdict != Verdict.REFUSED) {
          facts.putIfAbsent(
              note(verdict, event.eventKind(), summary),
              statement(verdict, event, summary, confidence));
        }
      }
    }
    return facts.isEmpty() ? Optional.empty() : Optional.of(new Statements(facts));
  }

  private static Statement statement(
      Verdict verdict, TimelineEvent event, String summary, double confidence) {
    JsonString object = new JsonString(summary);
    return new Statement(
        verdict, event.eventKind(), RelationNames.OBSERVED_IN, object, confidence, event.t());
  }

  private static String note(Verdict verdict, String subject, String object) {
    return verdict.prefix() + subject.length() + ":" + subject + object;
  }

  @Override
  public Collection<String> notes(Statements lesson) {
    return lesson.byNote().keySet();
  }

  @Override
  public Collection<SemanticPayload> facts(Statements lesson) {
    return lesson.byNote().values().stream().map(SemanticStage::fact).toList();
  }

  /** A lesson does not know its episode, but tells what kind of evidence that is. */
  private static SemanticPayload fact(Statement statement) {
    return statement.factOf("");
  }

  @Override
  public Optional<Statements> only(Statements lesson, Predicate<SemanticPayload> facts) {
    Map<String, Statement> kept = new LinkedHashMap<>(lesson.byNote());
    kept.values().removeIf(statement -> !facts.test(fact(statement)));
    return kept.isEmpty() ? Optional.empty() : Optional.of(new Statements(kept));
  }

  @Override
  public void exchange(
      String episodeId,
      @Nullable Statements former,
      @Nullable Statements lesson,
      Notebook notebook) {
    Map<String, Statement> before = former == null ? Map.of() : former.byNote();
    Map<String, Statement> now = lesson == null ? Map.of() : lesson.byNote();
    before.forEach(
        (note, statement) -> {
          if (!now.containsKey(note)) {
            withdraw(note, statement, episodeId, notebook);
          }
        });
    now.forEach(
        (note, statement) -> {
          if (!before.containsKey(note)) {
            support(note, statement, episodeId, notebook);
          }
        });
  }

  private static void support(
      String note, Statement statement, String episodeId, Notebook notebook) {
    Optional<String> id = recordOf(note, notebook);
    Knowledge knowledge =
        new Knowledge(
            statement.factOf(episodeId),
            statement.boundedConfidence(),
            List.of(episodeId),
            statement.verdict().tags());
    Optional<MemoryRecord> standing =
        id.flatMap(notebook::record)
            .filter(record -> !record.isRetired())
            .or(() -> notebook.known(knowledge));
    if (standing.isPresent()) {
      add(standing.get(), knowledge, notebook);
      name(standing.get().id(), note, id, notebook);
    } else if (id.isEmpty() || !notebook.isRetracted(id.get())) {
      name(notebook.create(knowledge, "Learned from episode " + episodeId), note, id, notebook);
    }
  }

  /** The record that a note names. */
  private static Optional<String> recordOf(String note, Notebook notebook) {
    return StoredFields.of(notebook.read(note)).optionalText(StoredFields.RECORD);
  }

  private static void name(String id, String note, Optional<String> known, Notebook notebook) {
    if (!known.equals(Optional.of(id))) {
      notebook.write(note, StoredFields.none().put(StoredFields.RECORD, id).toJson());
    }
  }

  private static void add(MemoryRecord record, Knowledge knowledge, Notebook notebook) {
    if (record.isRetired()) {
      return;
    }
    String episodeId = knowledge.episodes().get(0);
    SemanticPayload fact = (SemanticPayload) record.payload();
    List<ProvenanceRef> all = new ArrayList<>(fact.evidence());
    all.addAll(((SemanticPayload) knowledge.payload()).evidence());
    List<String> episodes = Sources.episodes(record);
    notebook.update(
        record.id(),
        new Knowledge(
            fact.withEvidence(latest(all, IN_TIME)),
            Math.max(record.confidence(), knowledge.confidence()),
            latest(with(episodes, episodeId), Comparator.naturalOrder())),
        !episodes.contains(episodeId),
        "Observed again in episode " + episodeId);
  }

  private static void withdraw(
      String note, Statement statement, String episodeId, Notebook notebook) {
    Optional<MemoryRecord> record = recordOf(note, notebook).flatMap(notebook::record);
    if (record.isEmpty() || record.get().isRetired()) {
      return;
    }
    MemoryRecord known = record.get();
    List<String> episodes = without(Sources.episodes(known), episodeId);
    String reason = "Episode " + episodeId + " no longer says so";
    if (episodes.isEmpty() && !Sources.hasOthers(known)) {
      if (notebook.delete(known.id(), reason)) {
        notebook.write(note, new JsonObject(Map.of()));
      }
    } else {
      SemanticPayload payload = (SemanticPayload) known.payload();
      Optional<ProvenanceRef> evidence = evidenceOf(statement, episodeId, payload);
      notebook.update(
          known.id(),
          new Knowledge(
              evidence
                  .map(gone -> payload.withEvidence(without(payload.evidence(), gone)))
                  .orElse(payload),
              Sources.confidence(known, episodes, notebook::record),
              episodes),
          false,
          reason);
    }
  }

  @Override
  public void forget(MemoryRecord record, Notebook notebook) {
    if (record.payload() instanceof SemanticPayload fact
        && fact.predicate().equals(RelationNames.OBSERVED_IN)
        && fact.object() instanceof JsonString summary) {
      forget(note(Verdict.of(record), fact.subject(), summary.value()), record, notebook);
    }
  }

  /** Removes a note if it names a record. */
  static void forget(String note, MemoryRecord record, Notebook notebook) {
    if (recordOf(note, notebook).equals(Optional.of(record.id()))) {
      notebook.write(note, new JsonObject(Map.of()));
    }
  }

  /**
   * The evidence that this stage has added. Another may have found the same fact in the episode.
   */
  private static Optional<ProvenanceRef> evidenceOf(
      Statement statement, String episodeId, SemanticPayload payload) {
    List<ProvenanceRef> all =
        payload.evidence().stream()
            .filter(evidence -> evidence.sourceId().equals(episodeId))
            .toList();
    return all.stream()
        .filter(evidence -> evidence.timestamp().equals(statement.at()))
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** A list with one item less, if it has it. */
  private static <T> List<T> without(List<T> items, T item) {
    List<T> others = new ArrayList<>(items);
    others.remove(item);
    return others;
  }

  private static List<String> with(List<String> ids, String id) {
    List<String> all = new ArrayList<>(ids);
    all.add(id);
    return all;
  }

  /** The last items in an order that does not depend on which episode came first. */
  private static <T> List<T> latest(List<T> items, Comparator<T> order) {
    return items.stream().sorted(order).skip(Math.max(0, items.size() - MAX_EVIDENCE)).toList();
  }
}
