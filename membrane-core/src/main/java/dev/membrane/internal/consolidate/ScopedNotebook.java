package dev.membrane.internal.consolidate;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureUse;
import dev.membrane.internal.episode.ProcedureUse.Counting;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A stage's notebook for one scope and sensitivity, kept in the commit of its batch. */
abstract sealed class ScopedNotebook implements Notebook permits LearningNotebook, ErasingNotebook {

  /** The changes by which a caller says that a record holds no more. */
  private static final Set<AuditAction> ENDS =
      Set.of(AuditAction.DELETE, AuditAction.REVISE, AuditAction.MERGE);

  private static final Set<AuditAction> RAISING = Set.of(AuditAction.CREATE, AuditAction.REINFORCE);

  private final LearningContext learning;
  private final Stage<?> stage;
  private final LearningScope scope;
  private final StageCommit commit;
  private final Instant now;

  ScopedNotebook(
      LearningContext learning,
      Stage<?> stage,
      LearningScope scope,
      StageCommit commit,
      Instant now) {
    this.learning = learning;
    this.stage = stage;
    this.scope = scope;
    this.commit = commit;
    this.now = now;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public JsonObject read(String name) {
    return commit.read(noteKey(name));
  }

  @Override
  public void expect(Collection<String> names) {
    commit.prefetch(names.stream().map(this::noteKey).toList());
  }

  @Override
  public void write(String name, JsonObject note) {
    commit.write(noteKey(name), scope.scope(), requireNonNull(note, "note"));
  }

  private String noteKey(String note) {
    return NoteKeys.name(scope, stage.name(), note);
  }

  @Override
  public Optional<MemoryRecord> record(String id) {
    return commit.record(id).map(RecordEdit::record);
  }

  @Override
  public boolean isRetracted(String id) {
    return learning.store().auditLog(id).map(AuditTrail::entries).orElse(List.of()).stream()
        .anyMatch(entry -> ENDS.contains(entry.action()) && !EngineActors.isOne(entry.actor()));
  }

  @Override
  public Optional<MemoryRecord> known(Knowledge knowledge) {
    return identity(knowledge)
        .flatMap(identity -> commit.key(identity.keyName()))
        .flatMap(key -> record(key.value()));
  }

  private Optional<FactIdentity> identity(Knowledge knowledge) {
    return knowledge.payload() instanceof SemanticPayload fact
        ? FactIdentity.of(scope, fact, knowledge.tags().contains(MemoryRecord.HEARSAY))
        : Optional.empty();
  }

  @Override
  public String create(Knowledge knowledge, String rationale) {
    MemoryType type = knowledge.payload().kind();
    if (!MemoryType.KNOWLEDGE.contains(type)) {
      throw new IllegalArgumentException("a stage makes no " + type.wireName() + " record");
    }
    String id = learning.ids().get();
    MemoryRecord record = learned(id, knowledge, entry(AuditAction.CREATE, rationale));
    identity(knowledge)
        .filter(identity -> known(knowledge).isEmpty())
        .ifPresent(identity -> commit.put(identity.keyName(), identity.heldBy(id)));
    commit.put(new RecordEdit(null, record, new Anchor(record.salience(), now), 1, null));
    commit.count(1, 0);
    return id;
  }

  private MemoryRecord learned(String id, Knowledge knowledge, AuditEntry entry) {
    MemoryType type = knowledge.payload().kind();
    PolicyDefaults defaults = learning.defaults();
    return MemoryRecord.builder()
        .id(id)
        .type(type)
        .sensitivity(scope.sensitivity())
        .scope(scope.scope())
        .tags(knowledge.tags())
        .confidence(knowledge.confidence())
        .salience(defaults.initialSalience())
        .createdAt(now)
        .updatedAt(now)
        .lifecycle(defaults.lifecycle(type, now))
        .provenance(new Provenance(learnedFrom(knowledge).toList(), author()))
        .payload(knowledge.payload())
        .auditLog(List.of(entry))
        .build();
  }

  @Override
  public void update(String id, Knowledge knowledge, boolean reinforced, String rationale) {
    RecordEdit known =
        commit
            .record(id)
            .orElseThrow(() -> new IllegalArgumentException("there is no record " + id));
    MemoryRecord before = known.record();
    if (!isSameFact(before.payload(), knowledge.payload())) {
      requireMadeByStage(before);
    }
    boolean isRaised = reinforced && !hasRaised(before, knowledge, rationale);
    MemoryRecord after = revised(known, knowledge);
    if (isRaised) {
      Lifecycle lifecycle = before.lifecycle().withLastReinforcedAt(now);
      MemoryRecord raised = after.toBuilder().lifecycle(lifecycle).build();
      commit.put(known.then(raised, raised(known), entry(AuditAction.REINFORCE, rationale)));
      commit.count(0, 1);
    } else if (!says(before, after)) {
      commit.put(known.then(after, known.anchor(), entry(AuditAction.REVISE, rationale)));
    }
  }

  private static MemoryRecord revised(RecordEdit known, Knowledge knowledge) {
    MemoryRecord before = known.record();
    Payload payload = revisedAs(before.payload(), knowledge.payload());
    return before.toBuilder()
        .payload(PlanVersion.follow(known.before(), payload))
        .confidence(knowledge.confidence())
        .provenance(provenance(before.provenance(), knowledge))
        .build();
  }

  private static boolean isSameFact(Payload one, Payload other) {
    return one instanceof SemanticPayload fact
        && other instanceof SemanticPayload same
        && fact.subject().equals(same.subject())
        && fact.predicate().equals(same.predicate())
        && fact.object().equals(same.object());
  }

  /** What callers have said is theirs to change, and what happened stays as it was. */
  static void requireMadeByStage(MemoryRecord record) {
    if (!Sources.isMadeByStage(record)) {
      throw new IllegalArgumentException("no stage made the record " + record.id());
    }
  }

  /** The payload with what revisions have said of the record, which stays. */
  private static Payload revisedAs(Payload before, Payload payload) {
    RevisionState state = before.revision();
    return state != null && payload instanceof RevisablePayload revisable
        ? (Payload) revisable.withRevision(state)
        : payload;
  }

  private static boolean says(MemoryRecord before, MemoryRecord after) {
    return after.payload().equals(before.payload())
        && after.confidence() == before.confidence()
        && after.provenance().equals(before.provenance());
  }

  /** Whether this stage made or reinforced the record for the same episode before. */
  private boolean hasRaised(MemoryRecord before, Knowledge knowledge, String rationale) {
    return knowledge.episodes().stream()
        .filter(rationale::contains)
        .anyMatch(episode -> before.auditLog().stream().anyMatch(entry -> raises(entry, episode)));
  }

  /** A log that an earlier version has written names the author instead of the stage. */
  private boolean raises(AuditEntry entry, String episode) {
    return RAISING.contains(entry.action())
        && (entry.actor().equals(actor()) || entry.actor().equals(author()))
        && entry.rationale().contains(episode);
  }

  private Anchor raised(RecordEdit known) {
    double live = known.anchor().salienceAt(known.record().lifecycle(), now);
    double gain = learning.defaults().gainOf(known.record());
    return new Anchor(Lifecycle.reinforced(live, gain), now);
  }

  @Override
  public void outcomes(String id, Collection<EndedRun> outcomes) {
    String name = ProcedureKeys.outcomes(id);
    ProcedureOutcomes before = ProcedureOutcomes.of(commit.key(name));
    List<ProcedureUse> learned =
        outcomes.stream()
            .map(
                it ->
                    new ProcedureUse(
                        inRange(it.at()), it.episodeId(), it.isSuccess(), Counting.BY_LEARNING))
            .toList();
    ProcedureOutcomes after = before.learned(learned);
    commit.put(name, new Key(name, after.text(), id));
    commit.countRuns(
        ProcedureKeys.reportedRuns(scope, id), after.reported().minus(before.reported()));
  }

  @Override
  public void keepRun(
      String episodeId,
      Instant at,
      Map<String, Integer> words,
      Map<String, Integer> tools,
      Collection<String> groups) {
    List<String> names = groups.stream().map(this::group).toList();
    commit.keep(
        new KeptRun(
            episodeId, scope.scope(), scope.sensitivity(), inRange(at), words, tools, names));
  }

  /** No store can hold another, and all would take that for a fault of their own. */
  private static Instant inRange(Instant at) {
    if (!Timestamps.isInRange(at)) {
      throw new IllegalArgumentException("at must be within the years 0001 to 9999");
    }
    return at;
  }

  @Override
  public void dropRun(String episodeId) {
    commit.drop(episodeId);
  }

  @Override
  public void standFor(Map<String, ? extends Collection<String>> groupsById) {
    List<Key> keys = new ArrayList<>();
    groupsById.forEach(
        (id, groups) -> {
          keys.add(new Key(ProcedureKeys.standsForRuns(id), "", id));
          groups.forEach(
              group -> keys.add(new Key(ProcedureKeys.procedureOf(group(group)), id, id)));
        });
    commit.prefetch(keys.stream().map(Key::name).toList());
    keys.forEach(key -> commit.put(key.name(), key));
  }

  @Override
  public Map<String, Set<String>> standingFor(Collection<String> episodeIds) {
    Map<String, List<String>> groups = commit.groups(episodeIds, scope);
    commit.prefetch(
        groups.values().stream().flatMap(List::stream).map(ProcedureKeys::procedureOf).toList());
    Map<String, Set<String>> standing = new TreeMap<>();
    groups.forEach(
        (id, some) ->
            standing.put(
                id,
                some.stream()
                    .flatMap(group -> commit.key(ProcedureKeys.procedureOf(group)).stream())
                    .map(Key::value)
                    .collect(Collectors.toSet())));
    return standing;
  }

  private String group(String group) {
    return ProcedureKeys.group(scope, group);
  }

  @Override
  public void countEnded(int successes, int runs) {
    commit.countRuns(ProcedureKeys.endedRuns(scope), new EndedRuns(successes, runs));
  }

  /** The provenance with other episodes. The sources that callers have named stay. */
  private static Provenance provenance(Provenance before, Knowledge knowledge) {
    Stream<ProvenanceSource> others =
        before.sources().stream().filter(source -> !Sources.isLearned(source));
    return new Provenance(
        Stream.concat(others, learnedFrom(knowledge)).toList(), before.createdBy());
  }

  private static Stream<ProvenanceSource> learnedFrom(Knowledge knowledge) {
    return knowledge.episodes().stream().map(Sources::learnedFrom);
  }

  AuditEntry entry(AuditAction action, String rationale) {
    return new AuditEntry(action, actor(), now, TextRules.bounded(rationale));
  }

  private String actor() {
    return EngineActors.stage(stage.name());
  }

  private String author() {
    return EngineActors.stage(stage.author());
  }
}
