package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The commands and options that pages name in a sentence, or show without a test that runs them,
 * are those of the program.
 */
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of(System.getProperty("membrane.root"));

  private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
  private static final Pattern COMMAND = Pattern.compile("(?:^|[ /])membraned( [^|;&>\\n]+)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Pattern OPTION = Pattern.compile("^(--[a-z][a-z-]+)");

  /** Their options are those of the benchmarks. */
  private static final Set<String> OF_BENCHMARKS = Set.of("benchmarks.md", "quality.md");

  /** What is no option of this program: those of Docker, the benchmarks and curl. */
  private static final Set<String> OF_OTHERS =
      Set.of("--add-modules", "--enable-native-access", "--env-file", "--figures", "--header");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    try (Stream<Path> modules = Files.list(ROOT)) {
      modules.map(module -> module.resolve("README.md")).filter(Files::exists).forEach(pages::add);
    }
    for (String page :
        List.of(
            "CONTRIBUTING.md",
            "clients/python/README.md",
            "clients/typescript/README.md",
            "membrane-distribution/src/main/bundle/README.md")) {
      pages.add(ROOT.resolve(page));
    }
    return pages;
  }

  private static CommandLine program() {
    return Membraned.commandLine(Map.of(), new PrintWriter(Writer.nullWriter()));
  }

  /** What is written as code within sentences, each on one line. */
  private static List<String> inline(String page) {
    return INLINE
        .matcher(FENCE.matcher(page).replaceAll(""))
        .results()
        .map(found -> found.group(1).replaceAll("\\s+", " "))
        .toList();
  }

  private static List<String> shown(String page) {
    return FENCE
        .matcher(page)
        .results()
        .filter(fence -> fence.group(1).equals("sh"))
        .flatMap(fence -> fence.group(2).replace("\\\n", " ").lines())
        .toList();
  }

  @Test
  void each_command_is_one_that_the_program_takes() throws IOException {
    List<String> refused = new ArrayList<>();
    int count = 0;
    for (Path page : pages()) {
      String text = Files.readString(page);
      for (String line : Stream.concat(inline(text).stream(), shown(text).stream()).toList()) {
        Matcher command = COMMAND.matcher(line);
        while (command.find()) {
          count++;
          refusal(words(command.group(1)))
              .ifPresent(why -> refused.add(ROOT.relativize(page) + ": " + line + ": " + why));
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(count).isGreaterThan(80);
  }

  /** Without what stands for words of the reader's, or may be left out. */
  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(DocumentedCommandsTest::word)
        .filter(word -> !word.matches("[\\[<].*|.*[\\]…]"))
        .toList();
  }

  private static String word(MatchResult found) {
    return Stream.of(1, 2, 3)
        .map(found::group)
        .filter(group -> group != null)
        .findFirst()
        .orElseThrow();
  }

  /** A sentence may name a command without what it needs. */
  private static Optional<String> refusal(List<String> words) {
    if (words.isEmpty() || words.get(0).equals("COMMAND")) {
      return Optional.empty();
    }
    try {
      var unused = program().parseArgs(words.toArray(String[]::new));
      return Optional.empty();
    } catch (MissingParameterException shortened) {
      return Optional.empty();
    } catch (ParameterException unknown) {
      return Optional.ofNullable(unknown.getMessage());
    }
  }

  @Test
  void each_option_is_one_of_a_command() throws IOException {
    Set<String> known = new TreeSet<>(OF_OTHERS);
    addOptions(program(), known);
    List<String> unknown = new ArrayList<>();
    int count = 0;
    for (Path page : pages()) {
      if (OF_BENCHMARKS.contains(page.getFileName().toString())) {
        continue;
      }
      for (String code : inline(Files.readString(page))) {
        Matcher option = OPTION.matcher(code);
        if (option.find()) {
          count++;
          if (!known.contains(option.group(1))) {
            unknown.add(ROOT.relativize(page) + ": " + code);
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(count).isGreaterThan(30);
  }

  private static void addOptions(CommandLine command, Set<String> names) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      for (String name : option.names()) {
        names.add(name);
        if (option.negatable()) {
          names.add(name.replaceFirst("^--", "--no-"));
        }
      }
    }
    command.getSubcommands().values().forEach(below -> addOptions(below, names));
  }
}
