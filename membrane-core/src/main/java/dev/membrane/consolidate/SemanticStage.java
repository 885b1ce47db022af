package dev.membrane.consolidate;

import dev.membrane.consolidate.Hearsay.Standing;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RevisionPolicy;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Validity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Knowledge;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes facts of what was said in successful episodes: (event kind, {@code observed_in}, summary).
 * The same again is evidence for the fact that is there.
 */
public final class SemanticStage implements Stage, StageProvider {

  /** The name of the stage. */
  public static final String NAME = "semantic";

  private static final String PREDICATE = "observed_in";
  private static final double MOST_CONFIDENCE = 0.85;

  /** A fact keeps the latest of its evidence. */
  private static final int MAX_EVIDENCE = 100;

  private static final Comparator<ProvenanceRef> IN_TIME =
      Comparator.comparing(ProvenanceRef::timestamp).thenComparing(ProvenanceRef::sourceId);

  private final Hearsay hearsay = new Hearsay();

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
    EpisodicPayload trace = episode.trace();
    Map<String, JsonValue> facts = new LinkedHashMap<>();
    if (trace.outcome() == OutcomeStatus.SUCCESS) {
      Map<String, String> generated = generated(trace);
      Testimony testimony = Testimony.of(episode);
      for (TimelineEvent event : trace.timeline()) {
        String summary = event.summary();
        if (summary != null && !summary.equals(generated.get(event.ref()))) {
          Standing standing = hearsay.of(event, testimony);
          if (standing != Standing.REFUSED) {
            facts.putIfAbsent(note(standing, event.eventKind(), summary), fact(event, standing));
          }
        }
      }
    }
    return facts.isEmpty()
        ? new JsonObject(Map.of())
        : Fields.none()
            .put("confidence", Math.min(MOST_CONFIDENCE, episode.record().confidence()))
            .put("facts", new JsonObject(facts))
            .toJson();
  }

  /** What ingestion itself says of a tool call, by the id of its node. */
  private static Map<String, String> generated(EpisodicPayload trace) {
    return trace.toolGraph().stream()
        .collect(Collectors.toMap(ToolNode::id, node -> "tool_call: " + node.tool(), (a, b) -> a));
  }

  private static JsonValue fact(TimelineEvent event, Standing standing) {
    return standing
        .mark(Fields.none())
        .put("subject", event.eventKind())
        .put("object", Objects.requireNonNull(event.summary()))
        .put("at", event.t())
        .toJson();
  }

  private static String note(Standing standing, String subject, String object) {
    return standing.prefix() + subject.length() + ":" + subject + object;
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return Fields.of(lesson).fields("facts").members().keySet();
  }

  @Override
  public Collection<SemanticPayload> facts(JsonObject lesson) {
    return Fields.of(lesson).fields("facts").members().values().stream()
        .map(fact -> statement(Fields.of((JsonObject) fact)))
        .toList();
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
    Map<String, JsonValue> before = Fields.of(former).fields("facts").members();
    Map<String, JsonValue> now = Fields.of(lesson).fields("facts").members();
    double confidence = Fields.of(lesson).number("confidence");
    for (String note : before.keySet()) {
      if (!now.containsKey(note)) {
        withdraw(note, Fields.of((JsonObject) before.get(note)), episodeId, notebook);
      }
    }
    now.forEach(
        (note, fact) -> {
          if (!before.containsKey(note)) {
            Fields found = Fields.of((JsonObject) fact);
            double sure =
                found.members().containsKey("confidence") ? found.number("confidence") : confidence;
            support(note, found, Standing.of(found).bounded(sure), episodeId, notebook);
          }
        });
  }

  private static void support(
      String note, Fields fact, double confidence, String episodeId, Notebook notebook) {
    Fields known = Fields.of(notebook.read(note));
    Optional<String> id = known.optionalText(Fields.RECORD);
    Knowledge knowledge =
        new Knowledge(
            payload(fact, episodeId, notebook.now()),
            confidence,
            List.of(episodeId),
            Standing.of(fact).tags());
    Optional<MemoryRecord> standing =
        id.flatMap(notebook::record)
            .filter(record -> !record.isRetired())
            .or(() -> notebook.known(knowledge));
    if (standing.isPresent()) {
      add(standing.get(), knowledge, notebook);
      name(standing.get().id(), note, known, notebook);
    } else if (id.isEmpty() || !notebook.isRetracted(id.get())) {
      name(notebook.create(knowledge, "Learned from episode " + episodeId), note, known, notebook);
    }
  }

  private static void name(String id, String note, Fields known, Notebook notebook) {
    if (!known.text(Fields.RECORD).equals(id)) {
      notebook.write(note, known.put(Fields.RECORD, id).toJson());
    }
  }

  private static SemanticPayload payload(Fields fact, String episodeId, Instant now) {
    ProvenanceRef evidence =
        new ProvenanceRef(
            EvidenceType.of("evidence", fact.text("evidence")),
            episodeId,
            fact.instant("at").orElse(now));
    return statement(fact).withEvidence(List.of(evidence));
  }

  private static SemanticPayload statement(Fields fact) {
    return new SemanticPayload(
        fact.text("subject"),
        fact.optionalText("predicate").orElse(PREDICATE),
        fact.value("object"),
        Validity.global(),
        List.of(),
        RevisionPolicy.REPLACE,
        null);
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

  private static void withdraw(String note, Fields fact, String episodeId, Notebook notebook) {
    Optional<MemoryRecord> record =
        Fields.of(notebook.read(note)).optionalText(Fields.RECORD).flatMap(notebook::record);
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
      Optional<ProvenanceRef> evidence = evidenceOf(fact, episodeId, payload);
      notebook.update(
          known.id(),
          new Knowledge(
              evidence
                  .map(gone -> payload.withEvidence(without(payload.evidence(), gone)))
                  .orElse(payload),
              known.confidence(),
              episodes),
          false,
          reason);
    }
  }

  /** What this stage has added for an episode; another may have found the same fact in it. */
  private static Optional<ProvenanceRef> evidenceOf(
      Fields fact, String episodeId, SemanticPayload payload) {
    List<ProvenanceRef> all =
        payload.evidence().stream()
            .filter(evidence -> evidence.sourceId().equals(episodeId))
            .toList();
    return all.stream()
        .filter(evidence -> fact.instant("at").filter(evidence.timestamp()::equals).isPresent())
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** A list with one item less, if it has it. */
  private static <T> List<T> without(List<T> items, T item) {
    List<T> left = new ArrayList<>(items);
    left.remove(item);
    return left;
  }

  private static List<String> with(List<String> ids, String id) {
    List<String> all = new ArrayList<>(ids);
    all.add(id);
    return all;
  }

  /** In an order that does not depend on which episode came first. */
  private static <T> List<T> latest(List<T> items, Comparator<T> order) {
    return items.stream().sorted(order).skip(Math.max(0, items.size() - MAX_EVIDENCE)).toList();
  }
}
