package dev.membrane.testing;

import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the viewer does: whatever a caller without the right to administer may. Not thread-safe. */
final class Calls {

  /** The calls that a viewer may make. */
  enum ViewerCall {
    RETRIEVE,
    RETRIEVE_BY_ID,
    REPLAY_RETRIEVAL,
    GET_AUDIT_LOG,
    GET_HISTORY,
    LIST_RECORDS,
    LIST_RELATIONS,
    LIST_EPISODES,
    LIST_SKILLS,
    LIST_SCOPES,
    RETRIEVE_EPISODE,
    SUPERSEDE,
    FORK,
    MERGE,
    RETRACT,
    CONTEST,
    REINFORCE,
    PENALIZE,
    DELETE,
    DELETE_EPISODE,
    INGEST_EVENT,
    INGEST_TOOL_OUTPUT,
    INGEST_OBSERVATION,
    INGEST_WORKING_STATE,
    INGEST_OUTCOME,
    INGEST_RECORD
  }

  private static final List<ViewerCall> TAKING_TRUST =
      Stream.of(ViewerCall.values()).filter(kind -> !kind.name().startsWith("INGEST")).toList();

  private static final List<MemoryType> REVISABLE =
      List.of(MemoryType.SEMANTIC, MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH);

  private final Viewer viewer;
  private final TrialPlan trialPlan;
  private final Random random;
  private final Questions questions;
  private final boolean asksPast;

  Calls(Viewer viewer, TrialPlan trialPlan, Random random) {
    this(viewer, trialPlan, random, true);
  }

  /**
   * What a viewer does.
   *
   * @param asksPast whether what records were is asked for too
   */
  Calls(Viewer viewer, TrialPlan trialPlan, Random random, boolean asksPast) {
    this.asksPast = asksPast;
    this.viewer = viewer;
    this.trialPlan = trialPlan;
    this.random = random;
    this.questions = new Questions(viewer, trialPlan, random, asksPast);
  }

  int descriptors() {
    return questions.descriptors();
  }

  int secretDescriptors() {
    return questions.secretDescriptors();
  }

  void next() {
    call(kind());
  }

  /** Asks for what is relevant. */
  void ask() {
    call(ViewerCall.RETRIEVE);
  }

  private void call(ViewerCall kind) {
    WorldAction action = action(kind);
    trialPlan.call(kind.name(), action);
    if (kind.name().startsWith("INGEST") && random.nextInt(6) == 0) {
      trialPlan.call(kind.name(), action);
    }
  }

  private ViewerCall kind() {
    ViewerCall kind = anyKind();
    boolean isOfPast = kind == ViewerCall.GET_HISTORY || kind == ViewerCall.REPLAY_RETRIEVAL;
    return isOfPast && !asksPast ? ViewerCall.GET_AUDIT_LOG : kind;
  }

  private ViewerCall anyKind() {
    if (random.nextInt(3) == 0) {
      return ViewerCall.RETRIEVE;
    }
    if (asksPast && !trialPlan.receipts().isEmpty() && random.nextInt(6) == 0) {
      return ViewerCall.REPLAY_RETRIEVAL;
    }
    return viewer.fixed() == null
        ? Chance.oneOf(random, ViewerCall.values())
        : Chance.oneOf(random, TAKING_TRUST);
  }

  private WorldAction action(ViewerCall kind) {
    return switch (kind) {
      case RETRIEVE -> questions.retrieve();
      case RETRIEVE_BY_ID -> questions.byId(target().id());
      case REPLAY_RETRIEVAL -> questions.replay(receipt());
      case GET_AUDIT_LOG -> questions.auditLog(target().id());
      case GET_HISTORY -> questions.history(target().id());
      case LIST_RECORDS -> questions.records();
      case LIST_RELATIONS -> questions.relations(target().id());
      case LIST_EPISODES -> questions.episodes();
      case LIST_SKILLS -> questions.skills();
      case LIST_SCOPES -> questions.scopes();
      case RETRIEVE_EPISODE -> questions.episode(Chance.oneOf(random, ContentWords.KEYS), scope());
      case SUPERSEDE, FORK, MERGE -> revise(kind);
      case RETRACT -> changes().retract(target().id());
      case CONTEST -> changes().contest(target().id(), reference());
      case REINFORCE -> changes().reinforce(target().id());
      case PENALIZE -> changes().penalize(target().id(), random.nextInt(8) / 8.0);
      case DELETE -> changes().delete(target().id());
      case DELETE_EPISODE ->
          changes().deleteEpisode(Chance.oneOf(random, ContentWords.KEYS), scope());
      case INGEST_OUTCOME -> outcome();
      default -> ingest(kind);
    };
  }

  /** The viewer's, or somebody else's, or none. */
  private String receipt() {
    List<String> receipts = trialPlan.receipts();
    return receipts.isEmpty() || random.nextInt(8) == 0
        ? trialPlan.unknownId()
        : Chance.oneOf(random, receipts);
  }

  private Changes changes() {
    return new Changes(viewer.caller(), trialPlan.openly().text(), viewer.trust(random, false));
  }

  private WorldAction revise(ViewerCall kind) {
    PlannedRecord target = revised();
    RecordDraft draft = draft(target.type());
    return switch (kind) {
      case SUPERSEDE -> made(changes().supersede(target.id(), draft), target.type());
      case FORK -> made(changes().fork(target.id(), draft), target.type());
      default -> made(changes().merge(merged(target), draft), target.type());
    };
  }

  /** Often something that the viewer may revise; else few revisions would be answered. */
  private PlannedRecord revised() {
    PlannedRecord likely = trialPlan.pick(ViewerAccess.VISIBLE, Chance.oneOf(random, REVISABLE));
    return likely == null || random.nextBoolean() ? target() : likely;
  }

  private List<String> merged(PlannedRecord target) {
    List<String> ids = new ArrayList<>(List.of(target.id(), target.id()));
    for (int more = random.nextInt(3); more > 0; more--) {
      PlannedRecord other = trialPlan.pick(target.zone(), target.type());
      ids.add(other == null || random.nextInt(4) == 0 ? target().id() : other.id());
    }
    return ids;
  }

  private RecordDraft draft(MemoryType likely) {
    MemoryType type = random.nextInt(10) == 0 ? anyType() : likely;
    RecordDraft draft = RevisionDrafts.draft(trialPlan.openly(), type, thread());
    String scope = random.nextInt(4) == 0 ? scope() : null;
    Sensitivity level = random.nextInt(3) == 0 ? level() : null;
    return RevisionDrafts.moved(draft, scope, level, rarelySome());
  }

  private WorldAction outcome() {
    OutcomeStatus[] ends = OutcomeStatus.values();
    String rationale = trialPlan.openly().word();
    return new Changes(viewer.caller(), rationale, null)
        .outcome(episode(), Chance.oneOf(random, ends), rarelySome());
  }

  private String episode() {
    PlannedRecord likely =
        random.nextBoolean() ? trialPlan.pick(ViewerAccess.VISIBLE, MemoryType.EPISODIC) : null;
    return likely == null ? target().id() : likely.id();
  }

  private WorldAction ingest(ViewerCall kind) {
    String once = random.nextInt(3) == 0 ? "once" : null;
    Place place = new Place(scope(), random.nextBoolean() ? null : level());
    Intakes intakes = new Intakes(viewer.caller(), place, once, trialPlan.openly());
    return switch (kind) {
      case INGEST_EVENT -> made(intakes.event(episodeKey(), policy()), MemoryType.EPISODIC);
      case INGEST_TOOL_OUTPUT -> intakes.toolOutput(episodeKey(), policy());
      case INGEST_OBSERVATION -> made(intakes.observation(), MemoryType.SEMANTIC);
      case INGEST_WORKING_STATE ->
          made(intakes.workingState(thread(), state()), MemoryType.WORKING);
      default -> record(once);
    };
  }

  private WorldAction record(@Nullable String once) {
    OracleHeader header = OracleHeader.any(random, false);
    RandomContents contents = trialPlan.openly();
    Place place = new Place(scope(), level());
    Payload payload = contents.payload(header.type(), thread(), contents.revision());
    return made(
        new Intakes(viewer.caller(), place, once, contents)
            .relatingRecord(header, payload, rarelySome()),
        header.type());
  }

  /** What the caller makes, the caller can name later, whether or not it may be seen. */
  private WorldAction made(WorldAction action, MemoryType type) {
    trialPlan.remember(
        new PlannedRecord(trialPlan.nextId(0), ViewerAccess.VISIBLE, type, false, false));
    return action;
  }

  private PlannedRecord target() {
    int kind = random.nextInt(20);
    PlannedRecord known =
        kind < 12
            ? trialPlan.pick(ViewerAccess.VISIBLE)
            : kind < 15
                ? trialPlan.pick(ViewerAccess.ABOVE)
                : kind < 18 ? trialPlan.pick(ViewerAccess.HIDDEN) : null;
    String id = kind == 19 ? "no such id" : trialPlan.unknownId();
    PlannedRecord target =
        known == null
            ? new PlannedRecord(id, ViewerAccess.HIDDEN, MemoryType.SEMANTIC, false, false)
            : known;
    trialPlan.name(target.id());
    return target;
  }

  private String reference() {
    return random.nextInt(3) == 0 ? trialPlan.openly().text() : target().id();
  }

  private List<String> rarelySome() {
    List<String> some = trialPlan.some(ViewerAccess.values());
    some.forEach(trialPlan::name);
    return random.nextInt(3) == 0 ? some : List.of();
  }

  private @Nullable String episodeKey() {
    if (random.nextInt(4) == 0) {
      return null;
    }
    String key = Chance.oneOf(random, ContentWords.KEYS);
    trialPlan.claims().claimEverywhere("episode", key);
    return key;
  }

  private @Nullable DeletionPolicy policy() {
    return random.nextInt(4) == 0
        ? Chance.oneOf(random, List.of(DeletionPolicy.AUTO_PRUNE, DeletionPolicy.MANUAL_ONLY))
        : null;
  }

  private String thread() {
    String thread = Chance.oneOf(random, ContentWords.KEYS);
    trialPlan.claims().claimEverywhere("thread", thread);
    return thread;
  }

  private @Nullable String scope() {
    Set<String> granted = viewer.caller().visibility().scopes();
    List<String> likely =
        granted == null || granted.isEmpty() ? Place.SCOPES : granted.stream().sorted().toList();
    List<String> scopes = random.nextInt(5) == 0 ? Place.SCOPES : likely;
    return random.nextInt(6) == 0 ? null : Chance.oneOf(random, scopes);
  }

  private Sensitivity level() {
    return Chance.oneOf(random, Sensitivity.values());
  }

  private TaskState state() {
    return Chance.oneOf(random, TaskState.values());
  }

  private MemoryType anyType() {
    return Chance.oneOf(random, MemoryType.values());
  }
}
