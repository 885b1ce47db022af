package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inspector in a browser, before the packaged server. */
class InspectorIT {

  private static final Path SCRIPTS =
      MembranedProcess.root().resolve("membrane-inspector/src/test/browser");
  private static final Path SCREENSHOTS =
      MembranedProcess.root().resolve("membrane-distribution/integration-tests/target/inspector");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final String KEY = "the-key-of-an-administrator";
  private static final String LOW_KEY = "the-key-of-somebody-else";
  private static final String ADMIN_KEY = "the-key-of-an-operator";

  @TempDir Path folder;

  @BeforeEach
  void are_there() {
    assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isDirectory(SCRIPTS.resolve("node_modules")),
        "skipped without the browser that .ci/setup installs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sees_every_view",
        "works_by_keyboard",
        "turns_pages",
        "changes_records",
        "explains",
        "keeps_scopes_apart",
        "forgives_slips",
        "says_what_will_happen",
        "tells_runs_and_reasons",
        "names_used_knowledge",
        "stays_with_an_action",
        "begins_at_the_top",
        "survives_a_stopped_server",
        "says_what_is_not_there",
        "takes_a_key",
        "waits_for_its_turn",
        "shows_marks_of_direction",
        "counts_what_it_shows",
        "tells_instants_and_ends",
        "shows_how_scores_come_about",
        "stays_readable",
        "shows_markup_as_text",
        "hides_what_is_hidden",
      })
  void somebody_in_front_of_it(String scenario) throws Exception {
    String everything = "permissions: [ingest, retrieve, revise, admin]";
    Files.writeString(
        folder.resolve("config.yaml"),
        """
        rate_limit_per_second: 0
        principals:
          - {name: ann, api_key_sha256: %s, max_sensitivity: hyper, %s}
          - {name: bob, api_key_sha256: %s, max_sensitivity: low, scopes: [none], permissions: [retrieve]}
          - {name: eve, api_key_sha256: %s, max_sensitivity: low, permissions: [admin]}
        """
            .formatted(Digest.of(KEY), everything, Digest.of(LOW_KEY), Digest.of(ADMIN_KEY)));
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      String address = server.startLine().replaceFirst("^.*http on ([^,]+),.*$", "http://$1");
      String screenshots = SCREENSHOTS.resolve(scenario).toString();
      assertThat(run(List.of(scenario, address, KEY, LOW_KEY, ADMIN_KEY, screenshots)))
          .contains(scenario + ": seen");
    }
  }

  private static String run(List<String> words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("node", SCRIPTS.resolve("drive.mjs").toString());
    builder.command().addAll(words);
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
