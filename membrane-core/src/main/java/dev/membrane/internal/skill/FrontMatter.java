package dev.membrane.internal.skill;

import dev.membrane.Listing.AgentSkill;
import java.util.Locale;

/** The front matter of a skill, in YAML. */
final class FrontMatter {

  private FrontMatter() {}

  static String of(AgentSkill skill) {
    StringBuilder text = new StringBuilder("---\n");
    text.append("name: ").append(skill.name()).append('\n');
    text.append("description: ").append(quoted(skill.description())).append("\nmetadata:\n");
    skill
        .metadata()
        .forEach((name, value) -> text.append("  " + name + ": ").append(quoted(value) + "\n"));
    return text.append("---\n").toString();
  }

  /** A double-quoted scalar: what YAML does not take as it is stands there as an escape. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> quoted.append(escaped(c)));
    return quoted.append('"').toString();
  }

  private static String escaped(int c) {
    if (c == '"' || c == '\\') {
      return "\\" + Character.toString(c);
    }
    boolean isPlain =
        switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.SURROGATE,
              Character.UNASSIGNED ->
              false;
          default -> true;
        };
    return isPlain ? Character.toString(c) : String.format(Locale.ROOT, "\\U%08x", c);
  }
}
