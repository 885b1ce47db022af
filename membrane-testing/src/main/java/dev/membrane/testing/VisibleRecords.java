package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * What the viewer sees, written alike in both worlds by somebody who reads no higher. Not
 * thread-safe.
 */
final class VisibleRecords {

  private final List<Place> places;
  private final Caller writer;
  private final TrialPlan trialPlan;
  private final Random random;

  VisibleRecords(Visibility viewer, TrialPlan trialPlan, Random random) {
    this.places = Place.of(ViewerAccess.VISIBLE, viewer);
    this.writer =
        Caller.named("colleague").upTo(viewer.ceiling()).permitted(Set.of(Permission.values()));
    this.trialPlan = trialPlan;
    this.random = random;
  }

  void grow() {
    PlannedRecord known = trialPlan.pick(ViewerAccess.VISIBLE);
    if (known != null && random.nextInt(4) == 0) {
      change(known);
    } else {
      add(place());
    }
  }

  /** Mostly scoped: what is not, the viewer cannot change. */
  private Place place() {
    List<Place> scoped = places.stream().filter(place -> place.scope() != null).toList();
    List<Place> likely = scoped.isEmpty() || random.nextInt(4) == 0 ? places : scoped;
    return Chance.oneOf(random, likely);
  }

  private void add(Place place) {
    Intakes intakes = new Intakes(writer, place, null, trialPlan.openly());
    switch (random.nextInt(12)) {
      case 0, 8, 9, 10, 11 ->
          add("event", intakes.event(key("episode", place), null), 0, MemoryType.EPISODIC);
      case 1 ->
          add("tool", intakes.toolOutput(key("episode", place), null), 1, MemoryType.EPISODIC);
      case 2 -> add("observation", intakes.observation(), 0, MemoryType.SEMANTIC);
      case 3 -> add("working", workingState(intakes), 0, MemoryType.WORKING);
      default -> addRecord(intakes);
    }
  }

  /** A few runs that call the same tools, so that a procedure is learned from them. */
  void practise() {
    Place place = place();
    List<String> tools = trialPlan.openly().tools();
    String last = "";
    for (int i = 2 + random.nextInt(2); i > 0; i--) {
      last = trialPlan.nextId(0);
      Intakes intakes = new Intakes(writer, place, null, trialPlan.openly());
      add("run", intakes.run(tools, trialPlan.openly().outcome()), 0, MemoryType.EPISODIC);
    }
    String skill = trialPlan.learnedId(LearningStage.COMPETENCE, last);
    trialPlan.remember(
        new PlannedRecord(skill, ViewerAccess.VISIBLE, MemoryType.COMPETENCE, false, false));
    trialPlan.consolidate();
  }

  private WorldAction workingState(Intakes intakes) {
    TaskState[] states = TaskState.values();
    return intakes.workingState(key("thread", intakes.place()), Chance.oneOf(random, states));
  }

  private void addRecord(Intakes intakes) {
    OracleHeader header = OracleHeader.any(random, false);
    RandomContents contents = intakes.contents();
    boolean isWorking = header.type() == MemoryType.WORKING;
    String thread = isWorking ? key("thread", intakes.place()) : "none";
    WorldAction action =
        intakes.fullRecord(
            header,
            contents.payload(header.type(), thread, contents.revision()),
            trialPlan.some(ViewerAccess.VISIBLE, ViewerAccess.VISIBLE));
    add("record", action, 0, header.type());
  }

  private String key(String use, Place place) {
    String key = Chance.oneOf(random, ContentWords.KEYS);
    trialPlan.claims().claimVisibly(use, place.scope(), key);
    return key;
  }

  private void add(String name, WorldAction action, int draw, MemoryType type) {
    trialPlan.remember(
        new PlannedRecord(trialPlan.nextId(draw), ViewerAccess.VISIBLE, type, false, false));
    trialPlan.background("visible " + name, action, action);
  }

  private void change(PlannedRecord known) {
    Changes changes = new Changes(writer, trialPlan.openly().text(), null);
    String id = known.id();
    switch (random.nextInt(8)) {
      case 0 -> change(changes.reinforce(id));
      case 1 -> change(changes.penalize(id, random.nextInt(8) / 8.0));
      case 2 -> change(changes.retract(id));
      case 3 -> change(changes.contest(id, other()));
      case 4 -> change(changes.outcome(id, OutcomeStatus.FAILURE, List.of()));
      case 5 -> change(changes.delete(id));
      case 6 -> add("fork", changes.fork(id, draft(known)), 0, known.type());
      default -> add("successor", changes.supersede(id, draft(known)), 0, known.type());
    }
  }

  private RecordDraft draft(PlannedRecord known) {
    return RevisionDrafts.draft(trialPlan.openly(), known.type(), trialPlan.ownThread());
  }

  private String other() {
    PlannedRecord other = random.nextBoolean() ? trialPlan.pick(ViewerAccess.VISIBLE) : null;
    return other == null ? trialPlan.openly().text() : other.id();
  }

  private void change(WorldAction action) {
    trialPlan.background("visible change", action, action);
  }
}
