package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.PatternFile;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The hints that a descriptor gives beyond its words.
 *
 * @param date the time that it names
 * @param asksAssistant whether it asks what the assistant said
 */
record DescriptorCues(AskedDate date, boolean asksAssistant) {

  private static final Pattern ASKS_ASSISTANT = PatternFile.read("asks_assistant_en.txt");

  /** As many characters are looked at: what is longer is no question. */
  private static final int LONGEST = 2_000;

  static DescriptorCues of(String descriptor, Instant at) {
    String first = descriptor.substring(0, Math.min(LONGEST, descriptor.length()));
    return new DescriptorCues(AskedDate.of(first, at), ASKS_ASSISTANT.matcher(first).find());
  }
}
