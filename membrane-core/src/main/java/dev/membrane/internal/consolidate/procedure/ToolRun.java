package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.fact.Hearsay;
import dev.membrane.internal.consolidate.fact.Testimony;
import dev.membrane.internal.consolidate.procedure.Run.RunEnd;
import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.episode.CallEvents;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.episode.RunTime;
import dev.membrane.internal.text.Authors;
import dev.membrane.internal.text.InnerValues;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.Names;
import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.WrittenJson;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.NormalForm;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tool calls of an episode, in the form in which lessons about procedures use them. */
final class ToolRun {

  /** The most characters of an argument. A longer one is no constant worth keeping. */
  private static final int MAX_VALUE_LENGTH = 200;

  /** The most arguments of a call. One with more is given a map by ids rather than arguments. */
  private static final int MAX_ARGUMENTS = 32;

  /** The longest step. An episode without an end settles a day after its last part. */
  private static final Duration MAX_STEP = Duration.ofDays(1);

  private static final int MAX_TEXTS = 5;
  private static final int MAX_TEXT_LENGTH = 500;

  private final Episode episode;
  private final EpisodicPayload trace;
  private final CallEvents callEvents;

  ToolRun(Episode episode) {
    this.episode = episode;
    this.trace = episode.trace();
    this.callEvents = new CallEvents(episode.record(), trace);
  }

  List<ToolNode> calls() {
    return trace.toolGraph();
  }

  @Nullable OutcomeStatus outcome() {
    return trace.outcome();
  }

  /** Whether it called tools and is known to have succeeded or failed. */
  boolean hasEnded() {
    return !calls().isEmpty()
        && (outcome() == OutcomeStatus.SUCCESS || outcome() == OutcomeStatus.FAILURE);
  }

  List<String> tools() {
    return RunGroups.tools(calls());
  }

  /** What every lesson about a procedure has in common. */
  Run lesson() {
    return new Run(
        tools(),
        arguments(),
        told().orMayBeOfOneCase(),
        end(),
        began(),
        RunTime.of(calls(), began(), episode.record().updatedAt()),
        latencyMillis(),
        episode.record().confidence(),
        Surroundings.of(episode.record(), trace.environment()),
        failureModes());
  }

  private RunEnd end() {
    if (outcome() == OutcomeStatus.SUCCESS) {
      return RunEnd.SUCCESS;
    }
    return outcome() == OutcomeStatus.FAILURE ? RunEnd.FAILURE : RunEnd.UNKNOWN;
  }

  private List<JsonObject> arguments() {
    List<JsonObject> all = new ArrayList<>();
    for (ToolNode call : calls()) {
      Map<String, JsonValue> kept = new LinkedHashMap<>();
      JsonObject args = call.args();
      if (args != null) {
        args.members().entrySet().stream()
            .filter(arg -> arg.getKey().length() <= MAX_VALUE_LENGTH)
            .limit(MAX_ARGUMENTS)
            .forEach(arg -> kept.put(arg.getKey(), kept(arg.getValue())));
      }
      all.add(new JsonObject(kept));
    }
    return all;
  }

  private static JsonValue kept(JsonValue value) {
    return isShort(value) && !isCompound(value) ? value : CallArguments.typeOnly(value);
  }

  /** The first thing that happened. */
  Instant began() {
    return trace.timeline().stream()
        .map(TimelineEvent::t)
        .min(Instant::compareTo)
        .orElse(episode.record().createdAt());
  }

  /**
   * From the first thing that happened to the last, in milliseconds; 0 if nothing took time, or if
   * there is more than {@link #MAX_STEP} between two things: then the work was interrupted, or a
   * clock was wrong.
   */
  private long latencyMillis() {
    List<Instant> times = trace.timeline().stream().map(TimelineEvent::t).sorted().toList();
    for (int i = 1; i < times.size(); i++) {
      if (Duration.between(times.get(i - 1), times.get(i)).compareTo(MAX_STEP) > 0) {
        return 0;
      }
    }
    Instant end = times.isEmpty() ? began() : times.get(times.size() - 1);
    return Duration.between(began(), end).toMillis();
  }

  /**
   * What went before the first call of a tool: the texts of what was said, and the kinds of other
   * events, unless the kind names a tool or the assistant.
   */
  List<String> signals() {
    UnaryOperator<String> mask = mask();
    Testimony said = Testimony.of(episode);
    return trace.timeline().stream()
        .takeWhile(event -> !callEvents.has(event))
        .filter(event -> said.has(event) || !Authors.isMachine(event.eventKind()))
        .limit(MAX_TEXTS)
        .map(
            event ->
                summary(event)
                    .filter(text -> said.has(event))
                    .map(mask)
                    .orElseGet(event::eventKind))
        .map(ToolRun::shortened)
        .toList();
  }

  /**
   * The task that was asked for first, without what only this case is about; a greeting where there
   * is none, and empty if no words were said. What tells the assistant how to work counts only
   * where nothing else was said.
   */
  Optional<String> intent() {
    List<String> asked = saidBy(kind -> !Authors.isSystem(kind));
    List<String> first = asked.isEmpty() ? saidBy(kind -> true) : asked;
    UnaryOperator<String> mask = mask();
    return Stream.<Predicate<String>>of(AskedWords::haveTopic, Masks::leaveWords)
        .flatMap(isMeant -> first.stream().map(mask).filter(isMeant))
        .findFirst()
        .map(ToolRun::shortened);
  }

  /** The first texts that were said in events of such kinds. */
  private List<String> saidBy(Predicate<String> isMeant) {
    return Testimony.of(episode).events().stream()
        .filter(event -> isMeant.test(event.eventKind()))
        .flatMap(event -> summary(event).stream())
        .limit(MAX_TEXTS)
        .toList();
  }

  /** The words with which the run was asked for. */
  AskedWords asked() {
    Map<String, String> fullNames = values(value -> true);
    fullNames.keySet().removeIf(value -> !Masks.isFullName(value));
    return AskedWords.of(words(), names(), new VaryingValues(fullNames));
  }

  /** Leaves out names, ids and the like, and what stands in lists and maps of calls. */
  private UnaryOperator<String> mask() {
    Set<String> names = names();
    VaryingValues all = new VaryingValues(values(value -> true));
    VaryingValues uncounted = new VaryingValues(values(ToolRun::hasUncounted));
    return text -> uncounted.maskedInTask(all.namedInTask(PersonalData.maskedIn(text), names));
  }

  /** The values of such arguments of the calls, and the values within them, with their names. */
  private Map<String, String> values(Predicate<JsonValue> isMeant) {
    Map<String, String> names = new HashMap<>();
    for (ToolNode call : calls()) {
      Map<String, JsonValue> args = call.args() == null ? Map.of() : call.args().members();
      for (Map.Entry<String, JsonValue> arg : args.entrySet()) {
        if (isMeant.test(arg.getValue())) {
          textsOf(arg.getValue()).forEach(text -> names.putIfAbsent(text, arg.getKey()));
        }
      }
    }
    return names;
  }

  /** The texts in arguments, and the values within them. */
  private static Set<String> textsOf(@Nullable JsonValue arguments) {
    Set<String> texts =
        WrittenJson.in(arguments).stream()
            .map(NormalForm::nfc)
            .collect(Collectors.toCollection(HashSet::new));
    List.copyOf(texts).forEach(text -> texts.addAll(InnerValues.of(text)));
    return texts;
  }

  private static boolean isShort(JsonValue value) {
    return value.toString().length() <= MAX_VALUE_LENGTH;
  }

  /** Whether a value has others in it that are not compared with those of other runs. */
  private static boolean hasUncounted(JsonValue value) {
    return isCompound(value)
        || (!isShort(value) && WrittenJson.read(WrittenJson.textOf(value)).isPresent());
  }

  private static boolean isCompound(JsonValue value) {
    return value instanceof JsonObject || value instanceof JsonArray;
  }

  /**
   * The names that stand in what was said, or that an argument of a call shows to be names; also
   * the codes that an argument has from what was said.
   */
  Set<String> names() {
    String words = words();
    Set<String> values = new HashSet<>();
    calls().forEach(call -> values.addAll(textsOf(call.args())));
    Set<String> names = new HashSet<>(Names.of(words, values));
    Set<String> codes = Masks.codesWithin(words);
    values.stream()
        .map(Masks::codesWithin)
        .flatMap(Set::stream)
        .filter(codes::contains)
        .forEach(names::add);
    return names;
  }

  /** What was told to the run of its arguments. */
  ToldArguments told() {
    return new ToldArguments(calls(), tools(), arguments(), words());
  }

  /** What was said, in the form in which names are looked for. */
  private String words() {
    return NormalForm.nfc(Testimony.of(episode).words());
  }

  private static Optional<String> summary(TimelineEvent event) {
    return Optional.ofNullable(event.summary())
        .filter(text -> !text.isEmpty())
        .map(NormalForm::nfc);
  }

  private static String shortened(String text) {
    return Masks.cut(text, MAX_TEXT_LENGTH);
  }

  private List<String> failureModes() {
    return hasEnded() && outcome() == OutcomeStatus.FAILURE
        ? List.of(shortened(failureMode()))
        : List.of();
  }

  /** Why a run failed, as far as its last call tells, without what its calls were given. */
  private String failureMode() {
    ToolNode last = calls().get(calls().size() - 1);
    String error = AbortedRuns.error(last).orElse("");
    if (!error.isEmpty() && !Hearsay.shared().isOrderToParticipants(error)) {
      Map<String, String> names = new HashMap<>();
      Names.telling(names()).forEach(name -> names.put(name, "name"));
      String own = new VaryingValues(values(value -> true)).maskedIn(PersonalData.maskedIn(error));
      String general = new VaryingValues(names).maskedIn(Masks.namedInError(own));
      return last.tool() + ": " + general;
    }
    return "an unknown cause after " + last.tool();
  }
}
