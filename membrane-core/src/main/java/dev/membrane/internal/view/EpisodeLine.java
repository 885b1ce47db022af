package dev.membrane.internal.view;

import dev.membrane.internal.episode.CallEvents;
import dev.membrane.internal.text.Authors;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of the line of an episode: what was told and called, in the order in which it happened,
 * and the outcome. Not thread-safe.
 */
final class EpisodeLine {

  private static final String THEN = " -> ";

  /** The kinds of what is said in a conversation. */
  private static final Set<String> MESSAGES = Set.of("user_message", "assistant_message");

  private final EpisodicPayload episode;
  private final CallEvents callEvents;
  private final Reporters reporters;

  /** The calls that have no part yet, by their ids, which need not differ. */
  private final Map<String, List<ToolNode>> calls;

  private final List<LinePart> parts = new ArrayList<>();

  private EpisodeLine(MemoryRecord record, EpisodicPayload episode) {
    this.episode = episode;
    callEvents = new CallEvents(record, episode);
    reporters = new Reporters(record);
    calls =
        episode.toolGraph().stream()
            .collect(Collectors.groupingBy(ToolNode::id, LinkedHashMap::new, Collectors.toList()));
  }

  /** The parts, at least one. */
  static List<LinePart> parts(MemoryRecord record, EpisodicPayload episode) {
    EpisodeLine line = new EpisodeLine(record, episode);
    line.add();
    return line.parts.isEmpty() ? List.of(LinePart.of("episode")) : line.parts;
  }

  private void add() {
    episode.timeline().forEach(this::add);
    calls.values().forEach(some -> some.forEach(call -> parts.add(LinePart.of(text(call)))));
    if (episode.outcome() != null) {
      parts.add(new LinePart(null, ToldText.OUTCOME, episode.outcome().wireName()));
    }
  }

  private void add(TimelineEvent event) {
    if (!callEvents.has(event)) {
      parts.add(told(event));
      return;
    }
    for (ToolNode call :
        Objects.requireNonNullElse(calls.remove(event.ref()), List.<ToolNode>of())) {
      parts.add(new LinePart(Attribution.day(event.t()), "", text(call)));
    }
  }

  /** Whatever a summary says of its speaker, the one who reported it stands before it. */
  private LinePart told(TimelineEvent event) {
    String summary = Objects.requireNonNullElse(event.summary(), "");
    String reporter = Objects.requireNonNullElse(reporters.of(event), event.eventKind());
    String who = reporter + ": ";
    LocalDate day = Attribution.day(event.t());
    if (summary.regionMatches(true, 0, who, 0, who.length())) {
      String name = summary.substring(0, reporter.length());
      String speaker = speaker(name, event.eventKind());
      return new LinePart(day, speaker, summary.substring(who.length()));
    }
    String what = summary.isBlank() ? event.eventKind() + " " + event.ref() : summary;
    return new LinePart(day, speaker(reporter, event.eventKind()), what);
  }

  /** Both sides of a conversation may be reported by the same application. */
  private static String speaker(String reporter, String kind) {
    String name = ToldText.name(reporter);
    if (!MESSAGES.contains(kind) || reporter.equals(kind)) {
      return name;
    }
    boolean isNamed = Authors.isUser(kind) ? Authors.isUser(reporter) : Authors.isMachine(reporter);
    return isNamed ? name : name + " " + Authors.firstWord(kind);
  }

  private static String text(ToolNode call) {
    String called = ToldText.name(call.tool()) + ToldText.arguments(call.args());
    return call.result() == null ? called : called + THEN + ToldText.result(call.result());
  }
}
