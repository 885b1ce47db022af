package dev.membrane.tck;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.Validation;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A notebook that is kept in memory, refuses what the engine refuses, and remembers what was read
 * and why records lost episodes. Not thread-safe.
 */
final class TestNotebook implements Notebook {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final LearningScope HERE = new LearningScope(null, Sensitivity.PUBLIC);

  private final Samples samples = new Samples();
  private final Map<String, JsonObject> notes = new HashMap<>();
  private final Map<String, LearnedRecord> learned = new LinkedHashMap<>();
  private final Set<String> read = new HashSet<>();
  private final Set<String> made = new HashSet<>();
  private final Set<String> retracted = new HashSet<>();
  private final Map<String, List<String>> reasons = new HashMap<>();
  private int ended;

  /** A record and what it was made of. */
  private record LearnedRecord(MemoryRecord record, Knowledge knowledge) {}

  /** A caller states a fact; answers with its id. */
  String state(Knowledge fact, @Nullable RevisionState revision) {
    SemanticPayload payload = ((SemanticPayload) fact.payload()).withEvidence(List.of());
    Sample sample = samples.of(revision == null ? payload : payload.withRevision(revision));
    MemoryRecord record = sample.record().toBuilder().tags(fact.tags()).build();
    learned.put(
        sample.id(),
        new LearnedRecord(
            record, new Knowledge(record.payload(), record.confidence(), List.of(), fact.tags())));
    return sample.id();
  }

  /** Removes all records, as the end of their time to keep does. */
  void prune() {
    learned.clear();
  }

  /** A caller deletes all records. */
  void retract() {
    retracted.addAll(learned.keySet());
    learned.clear();
  }

  /** How many records say the same fact as the knowledge. */
  long copiesOf(Knowledge knowledge) {
    return sameFacts(knowledge).count();
  }

  /** All that is known, the oldest first. */
  List<Knowledge> knowledge() {
    return learned.values().stream().map(LearnedRecord::knowledge).toList();
  }

  /** All records, the oldest first. */
  List<MemoryRecord> records() {
    return learned.values().stream().map(LearnedRecord::record).toList();
  }

  /** An episode, and the records that are erased with it as they have no other. */
  Set<String> learnedOnlyFrom(String episodeId) {
    Set<String> ids = new HashSet<>(Set.of(episodeId));
    learned.forEach(
        (id, one) -> {
          if (Set.copyOf(one.knowledge().episodes()).equals(Set.of(episodeId))) {
            ids.add(id);
          }
        });
    return ids;
  }

  /**
   * The notes as an erasure leaves them. It finds those that name what it erases: it drops those
   * that name nothing else, and asks the stage about the others.
   *
   * @param gone the ids of what is erased
   * @param episodes the ids of all episodes
   */
  List<String> notesWithout(
      Set<String> gone,
      Set<String> episodes,
      BiFunction<Set<String>, JsonObject, JsonObject> without) {
    Set<String> all = new HashSet<>(episodes);
    all.addAll(gone);
    all.addAll(learned.keySet());
    List<String> left = new ArrayList<>();
    for (JsonObject note : notes.values()) {
      String text = CODEC.write(note);
      Set<String> named = all.stream().filter(text::contains).collect(Collectors.toSet());
      Set<String> erased = named.stream().filter(gone::contains).collect(Collectors.toSet());
      JsonObject after = erased.isEmpty() ? note : without.apply(erased, note);
      boolean isLost = !erased.isEmpty() && erased.equals(named) && after.equals(note);
      if (!isLost) {
        left.add(CODEC.write(after));
      }
    }
    return left;
  }

  /** The names of the notes that were read since this was asked before. */
  Set<String> takeRead() {
    Set<String> names = Set.copyOf(read);
    read.clear();
    return names;
  }

  /** The rationales with which records lost an episode. */
  List<String> reasonsWithout(String episodeId) {
    return reasons.getOrDefault(episodeId, List.of());
  }

  /** Forgets the rationales so far. */
  void forgetReasons() {
    reasons.clear();
  }

  @Override
  public Instant now() {
    return Samples.START;
  }

  @Override
  public JsonObject read(String name) {
    read.add(name);
    return notes.getOrDefault(name, NOTHING);
  }

  @Override
  public void write(String name, JsonObject note) {
    notes.put(name, requireNonNull(note, "note"));
  }

  @Override
  public Optional<MemoryRecord> record(String id) {
    return Optional.ofNullable(learned.get(id)).map(LearnedRecord::record);
  }

  @Override
  public boolean isRetracted(String id) {
    return retracted.contains(id);
  }

  @Override
  public Optional<MemoryRecord> known(Knowledge knowledge) {
    return sameFacts(knowledge).findFirst();
  }

  private Stream<MemoryRecord> sameFacts(Knowledge knowledge) {
    Optional<FactIdentity> identity = identity(knowledge);
    return learned.values().stream()
        .filter(one -> identity.isPresent() && identity(one.knowledge()).equals(identity))
        .map(LearnedRecord::record);
  }

  /** That of a fact that holds everywhere. */
  static Optional<FactIdentity> identity(Knowledge knowledge) {
    return knowledge.payload() instanceof SemanticPayload fact
        ? FactIdentity.of(HERE, fact, knowledge.tags().contains(MemoryRecord.HEARSAY))
        : Optional.empty();
  }

  @Override
  public String create(Knowledge knowledge, String rationale) {
    requireNonNull(rationale, "rationale");
    MemoryType type = knowledge.payload().kind();
    if (!MemoryType.KNOWLEDGE.contains(type)) {
      throw new IllegalArgumentException("a stage makes no " + type.wireName() + " record");
    }
    Sample sample = samples.of(knowledge.payload());
    made.add(sample.id());
    put(sample.id(), sample.record(), knowledge);
    return sample.id();
  }

  @Override
  public void update(String id, Knowledge knowledge, boolean reinforced, String rationale) {
    LearnedRecord known = learned.get(id);
    if (known == null) {
      throw new IllegalArgumentException("there is no record " + id);
    }
    if (!saysSame(known.knowledge().payload(), knowledge.payload())) {
      requireMadeByStage(id);
    }
    // A record keeps the tags that it was made with.
    Knowledge tagged =
        new Knowledge(
            revisedAs(known.record(), knowledge.payload()),
            knowledge.confidence(),
            knowledge.episodes(),
            known.knowledge().tags());
    lose(known.knowledge(), knowledge.episodes(), rationale);
    put(id, known.record(), tagged);
  }

  private static boolean saysSame(Payload one, Payload other) {
    return one instanceof SemanticPayload fact
        && other instanceof SemanticPayload same
        && fact.subject().equals(same.subject())
        && fact.predicate().equals(same.predicate())
        && fact.object().equals(same.object());
  }

  /** What revisions have said of a record stays. */
  private static Payload revisedAs(MemoryRecord before, Payload payload) {
    RevisionState state = before.revision();
    return state != null && payload instanceof RevisablePayload revisable
        ? (Payload) revisable.withRevision(state)
        : payload;
  }

  private void requireMadeByStage(String id) {
    if (!made.contains(id)) {
      throw new IllegalArgumentException("no stage made the record " + id);
    }
  }

  private void put(String id, MemoryRecord record, Knowledge knowledge) {
    MemoryRecord after =
        record.toBuilder()
            .payload(knowledge.payload())
            .confidence(knowledge.confidence())
            .tags(knowledge.tags())
            .provenance(provenance(id, record.provenance(), knowledge))
            .build();
    Validation.check(after);
    learned.put(id, new LearnedRecord(after, knowledge));
  }

  /** The source that a caller has named stays. */
  private Provenance provenance(String id, Provenance before, Knowledge knowledge) {
    Provenance learnedFrom = Scenes.learnedFrom(knowledge.episodes());
    if (made.contains(id)) {
      return learnedFrom;
    }
    List<ProvenanceSource> sources = new ArrayList<>(before.sources().subList(0, 1));
    sources.addAll(learnedFrom.sources());
    return new Provenance(sources, before.createdBy());
  }

  private void lose(Knowledge before, List<String> left, String rationale) {
    requireNonNull(rationale, "rationale");
    before.episodes().stream()
        .filter(episode -> !left.contains(episode))
        .forEach(
            episode -> reasons.computeIfAbsent(episode, it -> new ArrayList<>()).add(rationale));
  }

  @Override
  public boolean delete(String id, String rationale) {
    requireMadeByStage(id);
    LearnedRecord known = learned.remove(id);
    if (known != null) {
      lose(known.knowledge(), List.of(), rationale);
    }
    return true;
  }

  @Override
  public void outcomes(String id, Collection<EndedRun> outcomes) {
    requireMadeByStage(id);
  }

  @Override
  public void keepRun(
      String episodeId,
      Instant at,
      Map<String, Integer> words,
      Map<String, Integer> tools,
      Collection<String> groups) {
    if (!Timestamps.isInRange(at)) {
      throw new AssertionError("a kept run is not of the years 1 to 9999: " + episodeId);
    }
    if (words.values().stream().anyMatch(count -> count < 1)
        || tools.values().stream().anyMatch(count -> count < 1)) {
      throw new AssertionError("a kept run has counts below 1: " + episodeId);
    }
  }

  @Override
  public void dropRun(String episodeId) {}

  @Override
  public void standFor(Map<String, ? extends Collection<String>> groupsById) {
    groupsById.keySet().forEach(this::requireMadeByStage);
  }

  /** It keeps no runs. */
  @Override
  public Map<String, Set<String>> standingFor(Collection<String> episodeIds) {
    return Map.of();
  }

  @Override
  public void countEnded(int successes, int runs) {
    ended += runs;
    if (ended < 0) {
      throw new AssertionError("more runs are taken away than were counted");
    }
  }
}
