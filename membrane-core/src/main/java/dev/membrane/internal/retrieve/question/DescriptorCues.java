package dev.membrane.internal.retrieve.question;

import dev.membrane.internal.text.PatternFile;
import dev.membrane.internal.text.SpeakerNames;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The hints that a descriptor gives beyond its words.
 *
 * @param date the time that it names
 * @param outcomes how runs ended that it asks for, in any way if it asks whether they succeeded;
 *     empty: it does not
 * @param asksAssistant whether it asks what the assistant said
 * @param speakers whom it names
 */
public record DescriptorCues(
    QueryDate date, Set<OutcomeStatus> outcomes, boolean asksAssistant, SpeakerNames speakers) {

  private static final Pattern ASKS_ASSISTANT = PatternFile.read("asks_assistant_en.txt");

  private static final Pattern ASKS_WHETHER = PatternFile.read("asks_whether_en.txt");

  private static final Map<OutcomeStatus, Pattern> ASKS_OUTCOME =
      Map.of(
          OutcomeStatus.SUCCESS, PatternFile.read("asks_success_en.txt"),
          OutcomeStatus.FAILURE, PatternFile.read("asks_failure_en.txt"));

  /** How many characters are searched: what is longer is no question. */
  private static final int MAX_LENGTH = 2_000;

  public static DescriptorCues of(String descriptor, Instant at, TextAnalyzer analyzer) {
    String first = descriptor.substring(0, Math.min(MAX_LENGTH, descriptor.length()));
    return new DescriptorCues(
        QueryDate.of(first, at),
        outcomes(first),
        ASKS_ASSISTANT.matcher(first).find(),
        new SpeakerNames(first, analyzer));
  }

  private static Set<OutcomeStatus> outcomes(String text) {
    if (ASKS_WHETHER.matcher(text).find()) {
      return Set.of(OutcomeStatus.values());
    }
    return ASKS_OUTCOME.entrySet().stream()
        .filter(asks -> asks.getValue().matcher(text).find())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
