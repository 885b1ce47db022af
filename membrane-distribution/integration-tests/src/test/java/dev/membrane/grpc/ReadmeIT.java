package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what README.md tells its reader to do. */
class ReadmeIT {

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  /** Stands in README for the id that the reader got. */
  private static final String ID_OF_THE_FACT = "01890a5d-ac96-774b-bcce-b302099a8057";

  @TempDir Path folder;

  private DocPage readme;

  @BeforeEach
  void read() throws IOException {
    readme = DocPage.read("README.md");
  }

  private record Done(String command, String printed) {}

  @Test
  void its_commands_work_in_the_order_given() throws Exception {
    List<Done> all = new ArrayList<>();
    try (DocShell shell = new DocShell(folder, MembranedProcess.root().resolve("membraned"))) {
      for (String command : readme.blocks("sh")) {
        // This is what runs the tests.
        if (!command.equals("./mvnw verify\n")) {
          all.add(new Done(command, shell.run(command.replace(ID_OF_THE_FACT, idOfFact(all)))));
        }
      }
    }
    List<String> answered = printed(all, "^curl ");
    assertThat(answered).hasSize(8);
    assertThat(answered.get(2)).contains("\"object\":\"Go\"", "\"explanations\":");
    assertThat(answered.get(5)).contains("\"object\":\"Rust\"");
    assertThat(Stream.of("remember", "recall").map(word -> printed(all, "^./membraned " + word)))
        .allSatisfy(
            answers ->
                assertThat(answers).singleElement().asString().contains("\"object\":\"vim\""));
    assertThat(printed(all, "^./membraned export"))
        .singleElement()
        .asString()
        .startsWith("exported: ");
    assertThat(printed(all, "^./membraned --db copy.db import"))
        .singleElement()
        .asString()
        .matches("imported: [1-9]\\d* records, [^\n]*\n");
    assertThat(printed(all, "^grpcurl ")).hasSize(8);
    assertThat(printed(all, "Service/Fork")).last().asString().contains("record");
    assertThat(printed(all, "Service/Retrieve$"))
        .singleElement()
        .asString()
        .contains("records", "explanations");
  }

  /** What the commands printed in which a pattern is found. */
  private static List<String> printed(List<Done> all, String pattern) {
    return all.stream()
        .filter(done -> Pattern.compile(pattern).matcher(done.command()).find())
        .map(Done::printed)
        .toList();
  }

  /** Of the first fact that was observed, which README names. */
  private static String idOfFact(List<Done> all) {
    return all.stream()
        .map(Done::printed)
        .filter(answer -> answer.contains("prefers_language"))
        .map(ID::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElse(ID_OF_THE_FACT);
  }

  @Test
  void its_java_runs() throws Exception {
    List<String> snippets = readme.blocks("java");
    assertThat(snippets).hasSize(2);
    assertThat(DocJava.run(folder, snippets.get(0), "")).contains("prefers_language");
    List<String> others = DocPage.read("docs/java.md").blocks("java");
    assertThat(DocJava.run(folder, others.get(3), "")).contains("embedded=1");
    assertThat(DocJava.run(folder, others.get(2), "")).contains("supersedes");
    DocJava.run(folder, "System.out.println(AcmeStoreTest.class);", snippets.get(1));
  }

  @Test
  void its_configuration_is_accepted() throws Exception {
    assertThat(readme.blocks("yaml"))
        .singleElement()
        .satisfies(yaml -> assertThat(startLine(yaml)).contains("agents.db"));
    String principals = DocPage.read("docs/security.md").blocks("yaml").get(0);
    assertThat(startLine(principals)).contains("auth: 2 principals");
  }

  private String startLine(String configuration) throws Exception {
    Files.writeString(folder.resolve("config.yaml"), configuration);
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      return server.startLine();
    }
  }

  @Test
  void its_dependency_is_one_that_the_build_makes() throws IOException {
    assertThat(readme.blocks("xml")).singleElement().satisfies(DocPom::assertIsBuilt);
  }

  @Test
  void its_links_lead_somewhere() {
    assertThat(readme.links()).isNotEmpty().allMatch(Files::exists);
  }
}
