package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide shows code that is built and run, and nothing else. */
class GuideTest {

  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)");

  private static final String KEY_PROVIDER =
      "membrane-store-sqlite/src/test/java/dev/membrane/store/sqlite/VaultKeyProvider.java";

  @Test
  void all_its_code_stands_in_the_examples() throws IOException {
    List<String> sources = sources();
    for (String language : List.of("java", "xml", "text")) {
      assertThat(Guide.blocks(language))
          .isNotEmpty()
          .allSatisfy(block -> assertThat(sources).anyMatch(source -> source.contains(block)));
    }
  }

  @Test
  void every_language_of_a_block_is_checked_by_some_test() throws IOException {
    assertThat(Guide.text().lines().filter(line -> line.matches("```\\w+")))
        .allMatch(line -> line.matches("```(java|xml|text|yaml|sh)"));
    // OutsideIT does this, with a repository of its own.
    assertThat(Guide.blocks("sh"))
        .containsExactly(
            "./mvnw install -DskipTests\ncd examples/custom-store\n../../mvnw package\n");
    assertThat(Guide.blocks("yaml")).hasSize(4);
  }

  @Test
  void its_links_lead_somewhere() throws IOException {
    Path docs = Outside.root().resolve("docs");
    assertThat(LINK.matcher(Guide.text()).results().map((MatchResult found) -> found.group(1)))
        .isNotEmpty()
        .allMatch(link -> Files.exists(docs.resolve(link)));
  }

  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String example :
        List.of("custom-store", "custom-extractor", "custom-stage", "custom-transport")) {
      Path root = Outside.root().resolve("examples").resolve(example);
      sources.add(Files.readString(root.resolve("pom.xml")));
      try (Stream<Path> files = Files.walk(root.resolve("src"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    sources.add(Files.readString(Outside.root().resolve(KEY_PROVIDER)));
    return sources;
  }
}
