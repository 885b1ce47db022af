package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documentation as a site. What it writes of the reference stays in {@code target/reference},
 * where {@code mkdocs build} finds it.
 */
class SiteIT {

  private static final Path ROOT = MembranedProcess.root();
  private static final Path MKDOCS = ROOT.resolve(".ci/site/.venv/bin/mkdocs");

  /** Something that a browser loads by itself. */
  private static final Pattern LOADED =
      Pattern.compile("<(?:script|img|link rel=\"stylesheet\")[^>]* (?:src|href)=\"(?:https?:)?//");

  @TempDir static Path folder;

  private static Map<String, DocReference> reference;

  @BeforeAll
  static void generate_the_reference() throws Exception {
    reference =
        Map.of(
            "grpc.md",
            GrpcReference.of(
                Files.readString(
                    ROOT.resolve(
                        "membrane-grpc-stubs/src/main/protobuf/membrane/v1/membrane.proto"))),
            "http.md",
            HttpReference.of(openApi()),
            "configuration.md",
            ConfigurationReference.of(
                Files.readString(ROOT.resolve("membrane-distribution/src/main/dist/config.yaml"))));
    Path target =
        Files.createDirectories(
            ROOT.resolve("membrane-distribution/integration-tests/target/reference"));
    for (Map.Entry<String, DocReference> page : reference.entrySet()) {
      Files.writeString(target.resolve(page.getKey()), page.getValue().toString());
    }
  }

  private static JsonNode openApi() throws Exception {
    try (DocShell shell = new DocShell(folder, MembranedProcess.home().resolve("bin/membraned"))) {
      return new ObjectMapper().readTree(shell.run("curl http://localhost:9821/openapi.json"));
    }
  }

  @Test
  void every_call_message_field_path_and_setting_is_described() {
    assertThat(reference.values().stream().flatMap(page -> page.undescribed().stream())).isEmpty();
    assertThat(reference.get("grpc.md").toString())
        .contains("### IngestStream", "stream of [IngestItem](#ingestitem)", "| `if_known` | 22 |");
    assertThat(reference.get("http.md").toString())
        .contains("## `POST /v1/erase`", "## `DELETE /v1/records/{id}`", "| `reason` | query |");
    assertThat(reference.get("configuration.md").toString())
        .contains(
            "| `plugins.hooks.answer_within` | `MEMBRANE_PLUGINS_HOOKS_ANSWER_WITHIN` | `300ms` |");
  }

  @Test
  void the_site_is_built_and_loads_nothing_from_elsewhere() throws Exception {
    assumeTrue(Files.exists(MKDOCS), "skipped without the libraries that .ci/setup installs");
    Path site = folder.resolve("site");
    Process build =
        new ProcessBuilder(MKDOCS.toString(), "build", "--strict", "--site-dir", site.toString())
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(build.waitFor()).as(output).isZero();
    assertThat(page(site, "concepts")).contains("images/flow.svg").contains("images/salience.svg");
    assertThat(page(site, "grpc")).contains("href=\"../reference/grpc/\"");
    assertThat(page(site, "mcp")).doesNotContain("run by:");
    assertThat(page(site, "project/clients/python")).contains("asyncio");
    assertThat(pages(site)).hasSizeGreaterThan(40).noneMatch(html -> LOADED.matcher(html).find());
  }

  private static String page(Path site, String name) throws IOException {
    return Files.readString(site.resolve(name).resolve("index.html"));
  }

  private static List<String> pages(Path site) throws IOException {
    List<String> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".html")).toList()) {
        pages.add(Files.readString(file));
      }
    }
    return pages;
  }
}
