package dev.membrane.cli;

import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Tells what is wrong with a field of a call by the option of the command that set it. */
final class OptionFaults {

  /** The options that are not called as the field they set. */
  private static final Map<String, String> NAMED_OTHERWISE =
      Map.of(
          "memory_types", "--type",
          "tags", "--tag",
          "thread_id", "--thread",
          "trust.scopes", "--scope",
          "cursor", "--after",
          "rationale", "--reason");

  private OptionFaults() {}

  /** The same failure if no option set the field, or it is about none. */
  static StartException of(StartException failed, CommandSpec command) {
    if (failed.isConfiguration() || !(failed.getCause() instanceof ValidationException invalid)) {
      return failed;
    }
    String field = invalid.field().replaceFirst("\\[\\d+]$", "");
    String option = NAMED_OTHERWISE.getOrDefault(field, "--" + field.replace('_', '-'));
    return command.findOption(option) == null
        ? failed
        : StartException.commandLine(told(invalid, field, option));
  }

  private static String told(ValidationException invalid, String field, String option) {
    String rule = invalid.rule();
    if (rule.startsWith(field + " ")) {
      return option + rule.substring(field.length());
    }
    String place = " in " + field + ";";
    return option + ": " + rule.replace(place, ";");
  }
}
