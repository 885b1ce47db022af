package dev.membrane.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** The options that two pages show are those of the commands that they show them for. */
class DocumentedOptionsTest {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern CLASS = Pattern.compile("dev\\.membrane\\.benchmarks\\.[\\w.]+");
  private static final Pattern OPTION = Pattern.compile("(?<=^| )--\\S+");

  private static final String LOAD = "dev.membrane.benchmarks.LoadCommand";
  private static final String RELEVANCE = "dev.membrane.benchmarks.relevance.RelevanceCommand";
  private static final String PROCEDURES = "dev.membrane.benchmarks.procedures.ProcedureCommand";

  /** By the title of a section; all others are of what the benchmarks are mostly about. */
  private static final Map<String, List<String>> SECTIONS =
      Map.of(
          "Your own data", List.of(RELEVANCE, PROCEDURES),
          "Procedures", List.of(PROCEDURES),
          "Relevance", List.of(RELEVANCE));

  @Test
  void each_command_takes_what_the_pages_say() throws Exception {
    Path docs = Path.of(System.getProperty("membrane.root"), "docs");
    String pages =
        Files.readString(docs.resolve("benchmarks.md"))
            + Files.readString(docs.resolve("quality.md"));
    List<String> refused = new ArrayList<>();
    int count = 0;
    for (String section : pages.split("\n## ", -1)) {
      for (String sentence : sentences(section)) {
        for (String code : CODE.matcher(sentence).results().map(it -> it.group(1)).toList()) {
          List<String> options =
              OPTION.matcher(code.replace("'", "")).results().map(MatchResult::group).toList();
          count += options.size();
          for (String command : options.isEmpty() ? List.<String>of() : meant(section, sentence)) {
            refusal(command, options).ifPresent(why -> refused.add(sentence + " " + why));
          }
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(count).isGreaterThan(40);
  }

  /** Rows of tables are lines, and all else goes on after a line's end. */
  private static List<String> sentences(String section) {
    return Stream.of(section.split("\n\n|\n(?=[|*])", -1))
        .flatMap(part -> Stream.of(part.replaceAll("\\s+", " ").split("(?<=\\.) ", -1)))
        .toList();
  }

  /** What a sentence names, or what its section is about. */
  private static List<String> meant(String section, String sentence) {
    List<String> named =
        CLASS.matcher(sentence).results().map(MatchResult::group).distinct().toList();
    if (!named.isEmpty()) {
      return named;
    }
    if (sentence.contains("`relevance`")) {
      return List.of(RELEVANCE);
    }
    if (sentence.contains("`procedures`")) {
      return List.of(PROCEDURES);
    }
    return SECTIONS.getOrDefault(section.lines().findFirst().orElse(""), List.of(LOAD));
  }

  /** A sentence may show an option without what else the command needs. */
  private static Optional<String> refusal(String command, List<String> options) throws Exception {
    CommandLine commandLine = commandLine(command);
    for (String option : options) {
      if (commandLine.getCommandSpec().findOption(option.replaceFirst("=.*", "")) == null) {
        return Optional.of(command + " has no " + option);
      }
    }
    try {
      var unused = commandLine.parseArgs(options.toArray(String[]::new));
      return Optional.empty();
    } catch (MissingParameterException shortened) {
      return Optional.empty();
    } catch (ParameterException unknown) {
      return Optional.of(command + ": " + unknown.getMessage());
    }
  }

  /** Only to be asked for its options. */
  private static CommandLine commandLine(String command) throws Exception {
    Constructor<?> constructor = Class.forName(command).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Object instance = constructor.newInstance(new Object[constructor.getParameterCount()]);
    return new CommandLine(instance).setCaseInsensitiveEnumValuesAllowed(true);
  }
}
