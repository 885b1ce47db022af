package dev.membrane.internal.skill;

import dev.membrane.internal.view.OneLine;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The description of a skill: what it does and when to use it. Agents choose by it. */
final class Description {

  private static final int MAX_LENGTH = 1_024;
  private static final int MAX_PART_LENGTH = 400;
  private static final int MAX_SIGNALS = 3;
  private static final Pattern END = Pattern.compile("[.!?…]$");

  private Description() {}

  static String of(Guide guide) {
    String description = what(guide) + " " + when(guide);
    return OneLine.cut(description.replace('<', '(').replace('>', ')'), MAX_LENGTH - 1);
  }

  private static String what(Guide guide) {
    List<String> tools = guide.tools();
    String between = guide.areInSequence() ? ", then " : ", ";
    String does =
        tools.isEmpty()
            ? "Leads through " + guide.steps().size() + " steps."
            : "Calls " + part(String.join(between, tools)) + ".";
    String title = part(guide.title());
    boolean isSaid =
        guide.signals().contains(guide.title())
            || (!tools.isEmpty() && tools.stream().allMatch(guide.title()::contains));
    return title.isEmpty() || isSaid ? does : title + ". " + does;
  }

  private static String when(Guide guide) {
    String signals =
        guide.signals().stream()
            .limit(MAX_SIGNALS)
            .map(OneLine::of)
            .collect(Collectors.joining("; or: "));
    return signals.isEmpty()
        ? "Use it when the task needs this."
        : "Use it when the task is like this: " + sentence(part(signals));
  }

  private static String sentence(String text) {
    return END.matcher(text).find() ? text : text + ".";
  }

  private static String part(String text) {
    return OneLine.cut(OneLine.of(text).strip(), MAX_PART_LENGTH);
  }
}
