package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.grpc.DocPage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Does what the pages in docs/ and others tell their readers to do, each in the order given. */
class DocsIT {

  /** The tests of examples/built-outside do what this page says. */
  private static final String PLUGINS = "docs/plugins.md";

  /** Its links lead to files of what is handed out, which BundleIT looks at. */
  private static final String BUNDLE = "membrane-distribution/src/main/bundle/README.md";

  private static final List<String> NOT_IN_DOCS =
      List.of(
          "CONTRIBUTING.md",
          "clients/python/README.md",
          "examples/python-agent/README.md",
          "membrane-testing/README.md",
          BUNDLE);

  /** Of a folder; ReadmeIT does what that of the project says. */
  private static final String README = "README.md";

  /** What a page calls the database of the reference server. */
  private static final String REFERENCE = "membrane-go.db";

  private static final String REFERENCE_SCRIPT =
      "membrane-distribution/integration-tests/src/test/resources/reference-database.sql";

  /** Stands in the pages for the id that the reader got last. */
  private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";

  private static final Pattern ID_MEMBER = Pattern.compile("\"id\": ?\"([^\"]+)\"");

  /** What a page shows and nobody runs, such as an answer or a file. */
  private static final List<String> SHOWN = List.of("text", "markdown");

  /** No setting, so that the server reads its configuration and does not start. */
  private static final String NO_START = "no_such_setting";

  @TempDir Path folder;

  static List<String> pages() throws IOException {
    Path root = MembranedProcess.root();
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      Stream<String> docs =
          files
              .map(file -> root.relativize(file).toString())
              .filter(path -> path.endsWith(".md"))
              .sorted();
      return Stream.concat(docs, NOT_IN_DOCS.stream()).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_does_what_it_says(String path) throws Exception {
    DocPage page = DocPage.read(path);
    if (!path.equals(BUNDLE)) {
      assertThat(page.links()).allMatch(Files::exists);
    }
    if (page.text().contains(REFERENCE)) {
      makeReferenceDatabase();
    }
    try (DocShell shell = new DocShell(folder, MembranedProcess.home().resolve("bin/membraned"))) {
      String id = ID;
      for (Block block : blocks(path)) {
        if (block.notRun().isEmpty() && block.runBy().isEmpty()) {
          if (!block.before().isEmpty()) {
            shell.run(block.before());
          }
          id = lastId(done(block.language(), block.text().replace(ID, id), shell), id);
        }
      }
    }
  }

  private void makeReferenceDatabase() throws Exception {
    Path script = MembranedProcess.root().resolve(REFERENCE_SCRIPT);
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(REFERENCE));
        Statement statement = database.createStatement()) {
      for (String each : Files.readString(script).split(";\\R", -1)) {
        if (!each.isBlank()) {
          statement.execute(each);
        }
      }
    }
  }

  private static List<Block> blocks(String path) throws IOException {
    return path.equals(PLUGINS) ? List.of() : DocPage.read(path).blocks();
  }

  /** Does what a block says; answers with what that prints. */
  private String done(String language, String text, DocShell shell) throws Exception {
    return switch (language) {
      case "sh" -> answered(text, shell.run(text));
      case "java" -> DocJava.run(folder, text, "");
      case "json" -> new ObjectMapper().readTree(text).toString();
      case "yaml" -> accepted(text, shell);
      case "xml" -> {
        DocPom.assertIsBuilt(text);
        yield "";
      }
      default -> {
        assertThat(language).as("what runs %s, or shows it", text).isIn(SHOWN);
        yield "";
      }
    };
  }

  /** An example that finds nothing shows nothing. */
  private static String answered(String command, String answer) {
    if (!answer.contains("\"text\":\"[")) {
      assertThat(answer).as(command).doesNotContain("\"records\":[]", "\"error\":{");
    }
    return answer;
  }

  /** The server refuses nothing but what was added. */
  private String accepted(String yaml, DocShell shell) throws Exception {
    Files.writeString(folder.resolve("shown.yaml"), yaml + NO_START + ": 1\n");
    String refused = shell.run("! membraned --config shown.yaml");
    assertThat(refused.lines()).singleElement().asString().contains(NO_START);
    return "";
  }

  private static String lastId(String answer, String former) {
    Matcher found = ID_MEMBER.matcher(answer);
    return found.find() ? found.group(1) : former;
  }

  @Test
  void what_no_test_runs_is_meant_so() throws IOException {
    List<String> reasons = new ArrayList<>();
    for (String path : pages()) {
      for (Block block : blocks(path)) {
        if (!block.notRun().isEmpty()) {
          reasons.add(path + ": " + block.notRun());
        }
      }
    }
    assertThat(reasons)
        .containsExactly(
            "docs/deploy.md: it needs Docker",
            "docs/deploy.md: it needs Docker",
            "CONTRIBUTING.md: it changes the sources",
            "CONTRIBUTING.md: it needs a key and an address",
            "CONTRIBUTING.md: it builds for minutes",
            "membrane-testing/README.md: it writes files of the sources");
  }

  /** No page with commands is forgotten. */
  @Test
  void every_readme_with_commands_is_among_the_pages() throws IOException {
    List<String> known = pages();
    Path root = MembranedProcess.root();
    for (String parent : List.of("", "clients", "examples")) {
      try (Stream<Path> folders = Files.list(root.resolve(parent))) {
        assertThat(folders.map(folder -> folder.resolve(README)).filter(Files::exists))
            .isNotEmpty()
            .map(page -> root.relativize(page).toString())
            .allSatisfy(page -> assertThat(hasCommands(page)).isEqualTo(known.contains(page)));
      }
    }
  }

  private static boolean hasCommands(String page) throws IOException {
    return !DocPage.read(page).blocks("sh").isEmpty();
  }

  /** Whoever is said to run a block knows of its page. */
  @Test
  void what_another_test_runs_is_known_there() throws IOException {
    List<String> known = new ArrayList<>();
    for (String path : pages()) {
      for (Block block : blocks(path)) {
        if (!block.runBy().isEmpty()) {
          assertThat(Files.readString(source(block.runBy()))).contains(path);
          known.add(path + ": " + block.runBy());
        }
      }
    }
    assertThat(known).hasSize(14);
  }

  private static Path source(String test) throws IOException {
    for (String module :
        List.of(
            "benchmarks", "membrane-distribution/integration-tests", "membrane-store-postgres")) {
      Path tests = MembranedProcess.root().resolve(module).resolve("src/test/java");
      try (Stream<Path> files = Files.walk(tests)) {
        Optional<Path> source = files.filter(file -> file.endsWith(test + ".java")).findFirst();
        if (source.isPresent()) {
          return source.get();
        }
      }
    }
    throw new AssertionError("no test " + test);
  }
}
