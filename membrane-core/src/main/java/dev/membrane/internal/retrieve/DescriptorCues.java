package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.PatternFile;
import dev.membrane.internal.text.SpeakerNames;
import dev.membrane.internal.text.TextAnalyzer;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The hints that a descriptor gives beyond its words.
 *
 * @param date the time that it names
 * @param asksAssistant whether it asks what the assistant said
 * @param speakers whom it names
 */
record DescriptorCues(AskedDate date, boolean asksAssistant, SpeakerNames speakers) {

  private static final Pattern ASKS_ASSISTANT = PatternFile.read("asks_assistant_en.txt");

  /** How many characters are searched: what is longer is no question. */
  private static final int LONGEST = 2_000;

  static DescriptorCues of(String descriptor, Instant at, TextAnalyzer analyzer) {
    String first = descriptor.substring(0, Math.min(LONGEST, descriptor.length()));
    return new DescriptorCues(
        AskedDate.of(first, at),
        ASKS_ASSISTANT.matcher(first).find(),
        new SpeakerNames(first, analyzer));
  }
}
