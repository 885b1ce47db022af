package dev.membrane.internal.text;

import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.text.Traits.Flag;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the traits of records. Safe for use by many threads. */
final class TraitReader {

  /** How many characters are searched for a time: somewhere a book tells one. */
  private static final int MAX_READ = 10_000;

  /** A longer name is a sentence. */
  private static final int MAX_NAME_LENGTH = 60;

  /** Stands before what is said where a transcript names who says it. */
  private static final Pattern NAME = Pattern.compile("^([^:\\n]{1," + MAX_NAME_LENGTH + "}): ");

  private final TextAnalyzer analyzer;

  TraitReader(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  /**
   * The traits of a record.
   *
   * @param text what {@link RecordText#textOf} gives of it
   */
  Traits of(MemoryRecord record, String text) {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    if (TimeExpressions.areIn(text.substring(0, Math.min(text.length(), MAX_READ)))) {
      flags.add(Flag.TELLS_TIME);
    }
    if (record.payload() instanceof EpisodicPayload trace) {
      return of(trace, record, flags);
    }
    if (record.payload() instanceof SemanticPayload fact
        && fact.predicate().equals(RelationNames.OBSERVED_IN)) {
      flags.add(Flag.REPEATS_EVENT);
      if (Authors.isAssistant(fact.subject())) {
        flags.add(Flag.ASSISTANT);
      }
    }
    return new Traits(record.createdAt(), flags, List.of());
  }

  private Traits of(EpisodicPayload trace, MemoryRecord record, Set<Flag> flags) {
    List<TimelineEvent> said = said(trace);
    Map<String, List<String>> reporters = reporters(record);
    if (!said.isEmpty() && said.stream().allMatch(event -> isAssistants(event, reporters))) {
      flags.add(Flag.ASSISTANT);
    }
    Instant at = said.isEmpty() ? record.createdAt() : said.get(0).t();
    return new Traits(at, flags, speaker(said, reporters));
  }

  private static List<TimelineEvent> said(EpisodicPayload trace) {
    Set<String> calls = trace.toolGraph().stream().map(ToolNode::id).collect(Collectors.toSet());
    return trace.timeline().stream().filter(event -> !calls.contains(event.ref())).toList();
  }

  private static boolean isAssistants(TimelineEvent event, Map<String, List<String>> reporters) {
    return !Authors.isUser(event.eventKind())
        && Stream.concat(Stream.of(event.eventKind()), names(event, reporters))
            .anyMatch(Authors::isAssistant);
  }

  /** The terms of the name that all of it was said by. */
  private List<String> speaker(List<TimelineEvent> said, Map<String, List<String>> reporters) {
    List<String> names =
        said.stream()
            .flatMap(event -> names(event, reporters).limit(1))
            .distinct()
            .limit(2)
            .toList();
    return names.size() == 1 && names.get(0).length() <= MAX_NAME_LENGTH
        ? SpeakerNames.terms(names.get(0), analyzer)
        : List.of();
  }

  /**
   * Who is named by the text of an event, and by its kind or the sources that reported it: a user's
   * kind is that of all users, so that it comes after a source that is no program.
   */
  private static Stream<String> names(TimelineEvent event, Map<String, List<String>> reporters) {
    Matcher name = NAME.matcher(Objects.requireNonNullElse(event.summary(), ""));
    Stream<String> inText = name.find() ? Stream.of(name.group(1)) : Stream.empty();
    String kind = event.eventKind();
    boolean isUsers = Authors.isUser(kind);
    Stream<String> inKind =
        isUsers || Authors.isAssistant(kind) ? Stream.of(Authors.firstWord(kind)) : Stream.empty();
    List<String> reporting = reporters.getOrDefault(event.ref(), List.of());
    Stream<String> people =
        isUsers ? reporting.stream().filter(it -> !Authors.isMachine(it)) : Stream.empty();
    return Stream.of(inText, people, inKind, reporting.stream()).flatMap(names -> names);
  }

  /** Who reported what, by its reference; a long run has many of both. */
  private static Map<String, List<String>> reporters(MemoryRecord record) {
    Map<String, List<String>> reporters = new HashMap<>();
    for (ProvenanceSource source : record.provenance().sources()) {
      if (source.createdBy() != null) {
        List<String> names = reporters.computeIfAbsent(source.ref(), ref -> new ArrayList<>(1));
        if (!names.contains(source.createdBy())) {
          names.add(source.createdBy());
        }
      }
    }
    return reporters;
  }
}
