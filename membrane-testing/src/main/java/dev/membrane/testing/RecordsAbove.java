package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records one level above the viewer: in both worlds with the same outline and with different
 * content. Whatever is done to one is done in both worlds, in other words. Not thread-safe.
 */
final class RecordsAbove {

  private final List<Place> places;
  private final Caller writer;
  private final TrialPlan trialPlan;
  private final Random random;
  private final boolean learning;

  /**
   * Records above what a viewer sees.
   *
   * @param learning whether something is learned in the trial: then there are no episodes here,
   *     since the outlines of what is learned from them follow from their content
   */
  RecordsAbove(Visibility viewer, TrialPlan trialPlan, Random random, boolean learning) {
    this.learning = learning;
    this.places = Place.of(ViewerAccess.ABOVE, viewer);
    Sensitivity level = places.stream().map(Place::level).findFirst().orElse(Sensitivity.HYPER);
    this.writer = Caller.named("superior").upTo(level).permitted(Set.of(Permission.values()));
    this.trialPlan = trialPlan;
    this.random = random;
  }

  void grow() {
    PlannedRecord known = trialPlan.pick(ViewerAccess.ABOVE);
    if (known != null && random.nextInt(3) == 0) {
      change(known);
    } else {
      add(Chance.oneOf(random, places));
    }
  }

  private void add(Place place) {
    RandomContents inA = trialPlan.secretly();
    RandomContents inB = trialPlan.secretly();
    Intakes a = new Intakes(writer, place, null, inA);
    Intakes b = new Intakes(writer, place, null, inB);
    switch (learning ? 2 + random.nextInt(6) : random.nextInt(8)) {
      case 0 -> addEvent(a, b);
      case 1 -> addToolOutput(a, b);
      case 2 -> add("observation", a.observation(), b.observation(), 0, MemoryType.SEMANTIC);
      case 3 -> addWorkingState(a, b);
      default -> addRecord(a, b);
    }
    trialPlan.plant(inA);
    trialPlan.plant(inB);
  }

  private void addEvent(Intakes a, Intakes b) {
    Pair keys = keys(a.place());
    add("event", a.event(keys.inA(), null), b.event(keys.inB(), null), 0, MemoryType.EPISODIC);
  }

  private void addToolOutput(Intakes a, Intakes b) {
    Pair keys = keys(a.place());
    add(
        "tool",
        a.toolOutput(keys.inA(), null),
        b.toolOutput(keys.inB(), null),
        1,
        MemoryType.EPISODIC);
  }

  private void addWorkingState(Intakes a, Intakes b) {
    String thread = thread(a.place());
    TaskState state = Chance.oneOf(random, TaskState.values());
    WorldAction inA = a.workingState(thread, state);
    add("working", inA, b.workingState(thread, state), 0, MemoryType.WORKING);
  }

  private void addRecord(Intakes a, Intakes b) {
    OracleHeader header = header();
    RevisionState revisionA = a.contents().revision();
    RevisionState revisionB = b.contents().revision();
    String thread = ownOr(a.place());
    Payload inA = a.contents().payload(header.type(), thread, revisionA);
    Payload inB = b.contents().payload(header.type(), trialPlan.ownThread(), revisionB);
    boolean isPlain = revisionA == null && revisionB == null;
    boolean isRevisable = header.type() != MemoryType.EPISODIC;
    boolean mayDiverge = isPlain && isRevisable && header.floor() == null;
    String id = trialPlan.nextId(0);
    trialPlan.remember(
        new PlannedRecord(id, ViewerAccess.ABOVE, header.type(), mayDiverge, !isPlain));
    trialPlan.background(
        "above record", a.fullRecord(header, inA, related()), b.fullRecord(header, inB, related()));
  }

  private OracleHeader header() {
    OracleHeader header = OracleHeader.any(random, true);
    return learning && header.type() == MemoryType.EPISODIC ? header() : header;
  }

  private List<String> related() {
    List<String> related =
        trialPlan.some(ViewerAccess.VISIBLE, ViewerAccess.ABOVE, ViewerAccess.HIDDEN);
    related.forEach(trialPlan::name);
    return related;
  }

  /** A thread for one world alone. */
  private String ownOr(Place place) {
    String thread = Chance.oneOf(random, ContentWords.KEYS);
    return trialPlan.claims().claimApart("thread", place.scope(), thread)
        ? thread
        : trialPlan.ownThread();
  }

  private record Pair(@Nullable String inA, @Nullable String inB) {}

  private Pair keys(Place place) {
    String key = Chance.oneOf(random, ContentWords.KEYS);
    if (random.nextBoolean() && trialPlan.claims().claimApart("episode", place.scope(), key)) {
      return random.nextBoolean() ? new Pair(key, null) : new Pair(null, key);
    }
    return trialPlan.claims().claimAlike("episode", place.scope(), key)
        ? new Pair(key, key)
        : new Pair(null, null);
  }

  private String thread(Place place) {
    String thread = Chance.oneOf(random, ContentWords.KEYS);
    return trialPlan.claims().claimAlike("thread", place.scope(), thread)
        ? thread
        : trialPlan.ownThread();
  }

  private void add(String name, WorldAction inA, WorldAction inB, int draw, MemoryType type) {
    trialPlan.remember(
        new PlannedRecord(trialPlan.nextId(draw), ViewerAccess.ABOVE, type, false, false));
    trialPlan.background("above " + name, inA, inB);
  }

  private void change(PlannedRecord known) {
    if (known.hasDiverged()) {
      change(known, (changes, id) -> changes.delete(id));
    } else if (known.mayDiverge() && random.nextBoolean()) {
      diverge(known);
    } else {
      changeAlike(known);
    }
  }

  /** Retired in one world, of no more worth in the other: the outline is the same. */
  private void diverge(PlannedRecord known) {
    WorldAction retract = changes().retract(known.id());
    WorldAction penalize = changes().penalize(known.id(), 1e9);
    boolean isInA = random.nextBoolean();
    trialPlan.remember(
        new PlannedRecord(known.id(), ViewerAccess.ABOVE, known.type(), false, true));
    trialPlan.background(
        "above divergence", isInA ? retract : penalize, isInA ? penalize : retract);
  }

  private void changeAlike(PlannedRecord known) {
    double amount = random.nextInt(8) / 8.0;
    switch (random.nextInt(6)) {
      case 0 -> change(known, (changes, id) -> changes.reinforce(id));
      case 1 -> change(known, (changes, id) -> changes.penalize(id, amount));
      case 2 -> change(known, (changes, id) -> changes.outcome(id, status(), List.of()));
      case 3 -> change(known, (changes, id) -> changes.contest(id, changes.rationale()));
      case 4 -> change(known, (changes, id) -> changes.delete(id));
      default -> supersede(known);
    }
  }

  private void supersede(PlannedRecord known) {
    add("successor", successor(known), successor(known), 0, known.type());
  }

  private WorldAction successor(PlannedRecord known) {
    RandomContents contents = trialPlan.secretly();
    LifecycleDraft lasting =
        LifecycleDraft.builder().deletionPolicy(DeletionPolicy.MANUAL_ONLY).build();
    RecordDraft draft =
        RevisionDrafts.draft(contents, known.type(), trialPlan.ownThread()).toBuilder()
            .lifecycle(lasting)
            .build();
    WorldAction action = changes().supersede(known.id(), draft);
    trialPlan.plant(contents);
    return action;
  }

  private interface ActionFactory {
    WorldAction of(Changes changes, String id);
  }

  private void change(PlannedRecord known, ActionFactory change) {
    trialPlan.background(
        "above change", change.of(changes(), known.id()), change.of(changes(), known.id()));
  }

  private OutcomeStatus status() {
    return Chance.oneOf(random, OutcomeStatus.values());
  }

  private Changes changes() {
    return new Changes(writer, trialPlan.secretly().text(), null);
  }
}
