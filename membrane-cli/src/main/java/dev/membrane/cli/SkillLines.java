package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Skills, for a reader. */
final class SkillLines {

  private static final String FRONT_MATTER_END = "\n---\n";

  private SkillLines() {}

  /** In three lines: its name, how often it worked, what it is for. */
  static String summary(JsonNode skill) {
    return TerminalText.of(skill.path("name").asText())
        + "\n  "
        + worked(skill)
        + "\n  "
        + TerminalText.of(skill.path("description").asText());
  }

  private static String worked(JsonNode skill) {
    long trials = skill.path("trials").asLong();
    String used = skill.path("last_used_at").asText();
    String worked =
        "worked "
            + skill.path("successes").asLong()
            + (trials == 1 ? " of 1 time" : " of " + trials + " times");
    return (trials == 0 ? "not tried yet" : worked)
        + (used.isEmpty() ? "" : ", last used at " + TerminalText.of(used))
        + (skill.path("stopped_working").asBoolean() ? "; it stopped working" : "");
  }

  /** What it tells to do, and which record it is from. */
  static String whole(JsonNode skill) {
    String text = skill.path("text").asText();
    int end = text.indexOf(FRONT_MATTER_END);
    String told = end < 0 ? text : text.substring(end + FRONT_MATTER_END.length());
    return TerminalText.ofLines(told.strip() + "\n\nrecord " + skill.path("record_id").asText());
  }
}
