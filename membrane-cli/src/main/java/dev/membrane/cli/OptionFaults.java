package dev.membrane.cli;

import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Tells what is wrong with a field of a call by the word of the command line that set it. */
final class OptionFaults {

  /** The fields of words that are not called as the field they set. */
  private static final Map<String, String> NAMED_OTHERWISE =
      Map.ofEntries(
          Map.entry("--type", "memory_types"),
          Map.entry("--tag", "tags"),
          Map.entry("--thread", "thread_id"),
          Map.entry("--scope", "trust.scopes"),
          Map.entry("--after", "cursor"),
          Map.entry("--reason", "rationale"),
          Map.entry("QUESTION", "task_descriptor"),
          Map.entry("TASK", "task_descriptor"),
          Map.entry("REF", "contesting_ref"),
          Map.entry("RECEIPT", "receipt_id"));

  private OptionFaults() {}

  /** The same failure if no word set the field, or it is about none. */
  static StartException of(StartException failed, CommandSpec command) {
    if (failed.isConfiguration() || !(failed.getCause() instanceof ValidationException invalid)) {
      return failed;
    }
    String field = invalid.field().replaceFirst("\\[\\d+]$", "");
    return word(command, field)
        .map(word -> StartException.commandLine(inWords(command, told(invalid, field, word))))
        .orElse(failed);
  }

  private static Optional<String> word(CommandSpec command, String field) {
    return words(command)
        .filter(word -> field.equals(NAMED_OTHERWISE.get(word)) || field.equals(likewise(word)))
        .findFirst();
  }

  private static Stream<String> words(CommandSpec command) {
    return Stream.concat(
        command.options().stream().map(OptionSpec::longestName),
        command.positionalParameters().stream().map(PositionalParamSpec::paramLabel));
  }

  /** A rule may name another field than its own; one word alone may be of the language. */
  private static String inWords(CommandSpec command, String rule) {
    String told = rule;
    for (String word : words(command).filter(it -> likewise(it).contains("_")).toList()) {
      told = told.replaceAll("\\b" + Pattern.quote(likewise(word)) + "\\b", word);
    }
    return told;
  }

  /** The field that is called as the word is. */
  private static String likewise(String word) {
    return word.replaceFirst("^--", "").replace('-', '_').toLowerCase(Locale.ROOT);
  }

  private static String told(ValidationException invalid, String field, String word) {
    String rule = invalid.rule();
    if (rule.startsWith(field + " ")) {
      return word + rule.substring(field.length());
    }
    String place = " in " + field + ";";
    return word + ": " + rule.replace(place, ";");
  }
}
