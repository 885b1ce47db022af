package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.Lessons;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.consolidate.ScopedNotebook.Learning;
import dev.membrane.internal.engine.EngineActors;
import dev.membrane.internal.engine.ProcedureKeys;
import dev.membrane.internal.engine.ProcedureOutcomes;
import dev.membrane.internal.engine.RunGroups;
import dev.membrane.internal.engine.UsedRecordsKey;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes records out of a memory, with all that was learned from them and from nothing else. What
 * was learned from others, too, loses what it has from them. The result is one changeset. Not
 * thread-safe.
 */
public final class Unlearning {

  /** Whom the records that stay name. */
  static final String ACTOR = EngineActors.CONSOLIDATION + "erasure";

  private final Setup setup;
  private final ErasureOrder order;
  private final StageCommit commit;
  private final Erasing erasing;
  private final Lineage lineage;
  private final Set<String> named = new TreeSet<>();
  private final Set<String> gone;
  private final Map<String, Set<String>> stripped;
  private final Set<String> near = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();

  /** What every erasure needs. */
  public static final class Setup {

    private final MemoryStore store;
    private final RecordChanges records;
    private final List<Stage<?>> stages;
    private final Learning learning;

    /**
     * A setup.
     *
     * @param chosen the stages of the memory. Those that it has otherwise are added, since they may
     *     have taught something before others were chosen
     */
    public Setup(
        MemoryStore store,
        RecordChanges records,
        List<Stage<?>> chosen,
        PolicyDefaults defaults,
        Supplier<String> ids) {
      this.store = store;
      this.records = records;
      this.stages = withDefaults(chosen);
      this.learning = new Learning(store, defaults, ids);
    }

    MemoryStore store() {
      return store;
    }

    List<Stage<?>> stages() {
      return stages;
    }

    private static List<Stage<?>> withDefaults(List<Stage<?>> chosen) {
      Map<String, Stage<?>> stages = new LinkedHashMap<>();
      chosen.forEach(stage -> stages.put(stage.name(), stage));
      DefaultStages.with(
              DefaultStages.withoutExtractor(), episodes -> List.of(), Sensitivity.PUBLIC)
          .forEach(stage -> stages.putIfAbsent(stage.name(), stage));
      return List.copyOf(stages.values());
    }
  }

  /**
   * How records are erased.
   *
   * @param visibility what is seen of records that were learned from them
   * @param last the entry that ends each erased record
   * @param overridesPolicy whether records with the deletion policy {@code never} are erased
   * @param isWholeScope whether all notes of the scope go afterwards, so that what was learned may
   *     be learned again
   */
  public record ErasureOrder(
      Visibility visibility, AuditEntry last, boolean overridesPolicy, boolean isWholeScope) {}

  /** An erasure of nothing yet. */
  public Unlearning(Setup setup, ErasureOrder order) {
    this(setup, order, new HashSet<>(), new HashMap<>());
  }

  private Unlearning(
      Setup setup, ErasureOrder order, Set<String> gone, Map<String, Set<String>> stripped) {
    this.gone = gone;
    this.stripped = stripped;
    this.setup = setup;
    this.order = order;
    this.commit = new StageCommit(setup.store);
    this.erasing = new Erasing(commit, order.last(), order.overridesPolicy());
    this.lineage = new Lineage(setup.store, order.visibility(), now());
  }

  /** An erasure that goes on as if this one was committed, and knows only ids of it. */
  public Unlearning next() {
    return new Unlearning(setup, order, gone, stripped);
  }

  private Instant now() {
    return order.last().timestamp();
  }

  /**
   * Erases records.
   *
   * @param ids of the records; also of deleted ones, of which others may still have something
   */
  public void erase(Collection<String> ids) {
    commit.prefetchRecords(ids);
    List<MemoryRecord> records = new ArrayList<>();
    for (String id : ids) {
      Optional<Learned> known = commit.record(id);
      if (erasing.end(id)) {
        named.add(id);
        commit.drop(id);
        known.map(Learned::record).ifPresent(records::add);
      }
    }
    takeBackLessons(records);
    takeBackOutcomes(records);
    follow(ids.stream().filter(id -> !erasing.kept().contains(id)).toList());
    List<MemoryRecord> erased =
        erasing.ended().values().stream().filter(it -> forgotten.add(it.id())).toList();
    if (!order.isWholeScope()) {
      forget(erased);
    }
    if (setup.stages.stream().anyMatch(Stage::canContradict)) {
      new Disagreements(setup.store, commit, "erasure", now()).mark();
    }
    eraseSharedRationales(erased);
  }

  private void takeBackLessons(List<MemoryRecord> records) {
    List<MemoryRecord> episodes =
        records.stream().filter(record -> record.payload() instanceof EpisodicPayload).toList();
    commit.prefetch(
        setup.stages.stream()
            .flatMap(
                stage ->
                    episodes.stream().map(record -> Lessons.keyName(stage.name(), record.id())))
            .toList());
    setup.stages.forEach(stage -> takeBack(stage, episodes));
  }

  private <L> void takeBack(Stage<L> stage, List<MemoryRecord> episodes) {
    Map<LearningScope, ScopedNotebook> pages = new LinkedHashMap<>();
    for (MemoryRecord episode : episodes) {
      Optional<Taught> taught =
          commit.key(Lessons.keyName(stage.name(), episode.id())).map(Taught::of);
      Optional<L> former = taught.flatMap(Taught::lesson).map(stage.codec()::read);
      if (taught.isPresent() && former.isPresent()) {
        ScopedNotebook page =
            pages.computeIfAbsent(taught.get().scope(), scope -> page(stage, scope));
        stage.exchange(episode.id(), former.get(), null, page);
      }
    }
    pages.values().forEach(stage::conclude);
  }

  private ScopedNotebook page(Stage<?> stage, LearningScope scope) {
    return new ScopedNotebook(setup.learning, stage, scope, commit, now(), erasing);
  }

  /** The outcomes that procedures have from runs, as they were reported. */
  private void takeBackOutcomes(List<MemoryRecord> records) {
    commit.prefetch(
        records.stream()
            .flatMap(
                record ->
                    Stream.concat(
                        Stream.of(UsedRecordsKey.name(record.id())), groups(record).stream()))
            .toList());
    for (MemoryRecord record : records) {
      for (String name : procedures(record).stream().map(ProcedureKeys::outcomes).toList()) {
        commit.key(name).ifPresent(key -> takeBack(record.id(), key));
      }
    }
  }

  private void takeBack(String episodeId, Key key) {
    ProcedureOutcomes before = ProcedureOutcomes.parse(key.value());
    ProcedureOutcomes after = before.without(episodeId);
    boolean isGone = key.owner() != null && erasing.isErased(key.owner());
    if (!after.equals(before) && !isGone) {
      commit.put(key.name(), new Key(key.name(), after.text(), key.owner()));
    }
  }

  private Set<String> procedures(MemoryRecord record) {
    Set<String> ids = new TreeSet<>();
    commit
        .key(UsedRecordsKey.name(record.id()))
        .ifPresent(key -> ids.addAll(UsedRecordsKey.read(key).keySet()));
    groups(record).stream()
        .flatMap(name -> commit.key(name).stream())
        .forEach(key -> ids.add(key.value()));
    return ids;
  }

  /** The names of the keys by which an outcome of an episode finds procedures like its run. */
  private static List<String> groups(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode && !episode.toolGraph().isEmpty()
        ? RunGroups.of(episode.toolGraph()).stream()
            .map(group -> ProcedureKeys.group(record.scope(), record.sensitivity(), group))
            .map(ProcedureKeys::procedureOf)
            .toList()
        : List.of();
  }

  /** Erases what is learned from erased records only, and strips what is learned from others. */
  private void follow(Collection<String> ids) {
    Set<String> open = new TreeSet<>(ids);
    open.addAll(erasing.ended().keySet());
    open.removeAll(gone);
    while (!open.isEmpty()) {
      gone.addAll(open);
      Set<String> candidates = lineage.near(open);
      open.forEach(id -> candidates.addAll(stripped.getOrDefault(id, Set.of())));
      candidates.removeAll(gone);
      near.addAll(candidates);
      open = new TreeSet<>();
      commit.prefetchRecords(candidates);
      for (String id : candidates) {
        Optional<Learned> known = commit.record(id);
        if (known.isPresent() && Lineage.isFrom(known.get().record(), gone)) {
          if (Lineage.isOnlyFrom(known.get().record(), gone) && erasing.end(id)) {
            open.add(id);
          } else {
            strip(known.get());
          }
        }
      }
    }
  }

  /** The one place where a surviving record loses what quotes an erased one. */
  private void strip(Learned known) {
    MemoryRecord after = Lineage.without(known.record(), gone);
    if (!after.equals(known.record())) {
      AuditEntry entry =
          new AuditEntry(AuditAction.REVISE, ACTOR, now(), "What it was learned from was erased");
      commit.put(known.then(after, known.anchor(), entry));
      for (ProvenanceSource source : after.provenance().sources()) {
        stripped.computeIfAbsent(source.ref(), it -> new TreeSet<>()).add(after.id());
      }
    }
  }

  /** The notes that led to what is erased; those of lessons that were taken back are gone. */
  private void forget(List<MemoryRecord> erased) {
    for (MemoryRecord record : erased) {
      if (!(record.payload() instanceof EpisodicPayload)) {
        setup.stages.forEach(stage -> stage.forget(record, page(stage, LearningScope.of(record))));
      }
    }
  }

  /**
   * A revision writes one rationale into the logs of both sides. It goes from the side that stays,
   * too.
   */
  private void eraseSharedRationales(List<MemoryRecord> erased) {
    Set<String> said =
        erased.stream()
            .flatMap(record -> record.auditLog().stream())
            .filter(entry -> !entry.rationale().isEmpty())
            .map(Unlearning::said)
            .collect(Collectors.toSet());
    Set<String> others = new TreeSet<>(near);
    erased.forEach(record -> addNamed(record, others));
    others.removeIf(erasing::isErased);
    commit.prefetchRecords(others);
    for (String id : others) {
      List<AuditEntry> log = log(id);
      for (int i = 0; i < log.size(); i++) {
        if (said.contains(said(log.get(i)))) {
          erasing.eraseRationale(id, i + 1);
        }
      }
    }
  }

  /** As it is stored; of a long log, a record has only the beginning and the end. */
  private List<AuditEntry> log(String id) {
    return commit
        .record(id)
        .flatMap(known -> Optional.ofNullable(known.before()))
        .map(stored -> stored.record().auditLog())
        .filter(log -> log.size() < Stored.AUDIT_EXCERPT)
        .or(() -> setup.store.auditLog(id).map(AuditTrail::entries))
        .orElse(List.of());
  }

  private static String said(AuditEntry entry) {
    return entry.timestamp() + " " + entry.rationale();
  }

  private static void addNamed(MemoryRecord record, Set<String> ids) {
    record.relations().stream().map(Relation::targetId).forEach(ids::add);
    RevisionState revision = record.revision();
    if (revision != null) {
      Stream.of(
              Optional.ofNullable(revision.supersedes()),
              Optional.ofNullable(revision.supersededBy()))
          .flatMap(Optional::stream)
          .forEach(ids::add);
    }
  }

  /** The records that were to be erased and are, as they were. */
  public List<MemoryRecord> named() {
    return select(true);
  }

  /** The records that were learned from those and are erased with them, as they were. */
  public List<MemoryRecord> learned() {
    return select(false);
  }

  private List<MemoryRecord> select(boolean isNamed) {
    return erasing.ended().values().stream()
        .filter(record -> named.contains(record.id()) == isNamed)
        .toList();
  }

  /** The ids of records that stay and lose something. */
  public List<String> changed() {
    return commit.learned().stream()
        .filter(it -> !it.isDeleted() && it.before() != null && it.news() > 0)
        .map(it -> it.record().id())
        .sorted()
        .toList();
  }

  /** The ids of all that is erased so far, by this erasure and those that it goes on from. */
  public Set<String> gone() {
    return Collections.unmodifiableSet(gone);
  }

  /** The ids of records that stay only because their deletion policy is {@code never}. */
  public Set<String> kept() {
    return erasing.kept();
  }

  /** Adds everything to a changeset. */
  public void addTo(Changeset.Builder changes) {
    erasing.rationales().forEach(changes::erase);
    commit.addTo(changes, setup.records);
  }
}
