package dev.membrane.testing;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the viewer sees nothing of: it happens in one world alone, or differently in both. Not
 * thread-safe.
 */
final class HiddenRecords {

  private static final Caller WRITER = Caller.named("boss").permitted(Set.of(Permission.values()));

  /** More than a step makes. */
  private static final int MAX_RECORDS = 8;

  private final Visibility viewer;
  private final List<Place> places;
  private final TrialPlan trialPlan;
  private final Random random;

  HiddenRecords(Visibility viewer, TrialPlan trialPlan, Random random) {
    this.viewer = viewer;
    this.places = Place.of(ViewerAccess.HIDDEN, viewer);
    this.trialPlan = trialPlan;
    this.random = random;
  }

  void grow() {
    int worlds = random.nextInt(3);
    @Nullable WorldAction inA = worlds == 1 ? null : any();
    @Nullable WorldAction inB = worlds == 2 ? null : any();
    trialPlan.background("hidden", inA, inB);
  }

  private WorldAction any() {
    PlannedRecord known = trialPlan.pick(ViewerAccess.HIDDEN);
    RandomContents contents = trialPlan.secretly();
    if (random.nextInt(8) == 0) {
      return answered(contents.text());
    }
    WorldAction action =
        known != null && random.nextInt(3) == 0
            ? change(known, contents)
            : add(new Intakes(WRITER, Chance.oneOf(random, places), null, contents));
    trialPlan.plant(contents);
    return action;
  }

  /** An answer to somebody else, who keeps a receipt. */
  private WorldAction answered(String question) {
    trialPlan.expectReceipt();
    RetrieveRequest request =
        RetrieveRequest.builder()
            .taskDescriptor(question)
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .receipt(true)
            .build();
    return world -> world.membrane().as(WRITER).retrieval().retrieve(request);
  }

  private WorldAction add(Intakes intakes) {
    Place place = intakes.place();
    return switch (random.nextInt(11)) {
      case 0, 8 -> known(intakes.event(key(place), null), 0, MemoryType.EPISODIC);
      case 1 -> known(intakes.toolOutput(key(place), null), 1, MemoryType.EPISODIC);
      case 2 -> known(intakes.observation(), 0, MemoryType.SEMANTIC);
      case 3 ->
          known(intakes.workingState(thread(place), TaskState.PLANNING), 0, MemoryType.WORKING);
      case 9, 10 -> known(runs(intakes), 0, MemoryType.EPISODIC);
      default -> record(intakes);
    };
  }

  private WorldAction runs(Intakes intakes) {
    List<String> tools = intakes.contents().tools();
    WorldAction one = intakes.run(tools, intakes.contents().outcome());
    WorldAction other = intakes.run(tools, intakes.contents().outcome());
    return world -> List.of(requireNonNull(one.in(world)), requireNonNull(other.in(world)));
  }

  private WorldAction record(Intakes intakes) {
    OracleHeader header = OracleHeader.any(random, false);
    RandomContents contents = intakes.contents();
    Payload payload = contents.payload(header.type(), thread(intakes.place()), contents.revision());
    List<String> related = trialPlan.some(ViewerAccess.values());
    return known(intakes.fullRecord(header, payload, related), 0, header.type());
  }

  private WorldAction known(WorldAction action, int draw, MemoryType type) {
    trialPlan.remember(
        new PlannedRecord(trialPlan.nextId(draw), ViewerAccess.HIDDEN, type, false, false));
    return action;
  }

  private @Nullable String key(Place place) {
    String key = Chance.oneOf(random, ContentWords.KEYS);
    return isFree("episode", place, key) ? key : null;
  }

  private String thread(Place place) {
    String thread = Chance.oneOf(random, ContentWords.KEYS);
    return isFree("thread", place, thread) ? thread : trialPlan.ownThread();
  }

  private boolean isFree(String use, Place place, String word) {
    return !viewer.allows(place.scope())
        || trialPlan.claims().isUnclaimed(use, place.scope(), word);
  }

  private WorldAction change(PlannedRecord known, RandomContents contents) {
    Changes changes = new Changes(WRITER, contents.text(), null);
    String id = known.id();
    return switch (random.nextInt(trialPlan.isNamed(id) ? 8 : 10)) {
      case 0 -> changes.reinforce(id);
      case 1 -> changes.penalize(id, 0.5);
      case 2 -> changes.retract(id);
      case 3 -> changes.contest(id, contents.text());
      case 4 -> changes.outcome(id, OutcomeStatus.SUCCESS, List.of());
      case 5 -> changes.delete(id);
      case 6 -> known(changes.fork(id, draft(known, contents)), 0, known.type());
      case 7 -> known(changes.supersede(id, draft(known, contents)), 0, known.type());
      default -> erased(changes.erase(id));
    };
  }

  /**
   * The proof of an erasure has an id of the step and no scope. It is none of those that a step
   * gives to records, for in the other world that may be one which the viewer sees nothing of.
   */
  private static WorldAction erased(WorldAction erasing) {
    return world -> {
      world.passIds(MAX_RECORDS);
      return erasing.in(world);
    };
  }

  private RecordDraft draft(PlannedRecord known, RandomContents contents) {
    return RevisionDrafts.draft(contents, known.type(), trialPlan.ownThread());
  }
}
