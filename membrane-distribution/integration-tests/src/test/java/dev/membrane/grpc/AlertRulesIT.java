package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.grpc.v1.IngestEventRequest;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules that come with the server. */
class AlertRulesIT {

  private static final Pattern METRIC = Pattern.compile("\\b(?:membrane|jvm|process)_[a-z_]+\\b");
  private static final Pattern RULE = Pattern.compile("(?m)^ +- alert: (\\w+)$");

  /** A test of one that is expected to fire, as a test may also expect none. */
  private static final Pattern FIRES =
      Pattern.compile("alertname: (\\w+)\n +exp_alerts:\n +- exp_labels:");

  private static final Pattern METRICS = Pattern.compile("metrics on ([^,; ]+)");

  @TempDir Path folder;

  @Test
  void every_metric_that_they_name_is_published() throws Exception {
    Set<String> named = metricsIn(Files.readString(rules()));
    assertThat(named).hasSizeGreaterThan(8);

    assertThat(published()).containsAll(named);
  }

  /** After a call, a commit and a background job, which begins by itself soon. */
  private Set<String> published() throws Exception {
    Map<String, String> environment =
        Map.of("MEMBRANE_METRICS_ADDR", "127.0.0.1:0", "MEMBRANED_CACHE", "");
    Path script = MembranedProcess.home().resolve("bin/membraned");
    try (MembranedProcess server =
        MembranedProcess.running(script, folder, environment).awaitServing()) {
      IngestEventRequest event =
          IngestEventRequest.newBuilder().setSource("s").setEventKind("k").setRef("1").build();
      assertThat(server.stub().ingestEvent(event).getRecord().size()).isPositive();
      Matcher address = METRICS.matcher(server.startLine());
      assertThat(address.find()).as(server.startLine()).isTrue();
      URI metrics = URI.create("http://" + address.group(1) + "/metrics");
      String scraped = "";
      while (!scraped.contains("membrane_job_seconds_count")) {
        scraped =
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();
      }
      return scraped
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("[{ ]", 2)[0])
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> metricsIn(String rules) {
    return METRIC
        .matcher(rules)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void each_is_tested_with_figures_for_which_it_fires() throws Exception {
    List<String> named = found(RULE, Files.readString(rules()));
    assertThat(named).hasSizeGreaterThan(8);

    assertThat(found(FIRES, Files.readString(tests()))).containsExactlyInAnyOrderElementsOf(named);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void they_are_valid_and_fire_on_what_they_are_about() throws Exception {
    String promtool = onPath("promtool");
    assumeTrue(!promtool.isEmpty(), "skipped without promtool, which .ci/setup installs");
    Files.copy(rules(), folder.resolve("alerts.yml"));
    Files.copy(tests(), folder.resolve("alerts-test.yml"));

    run(promtool, "check", "rules", "alerts.yml");
    run(promtool, "test", "rules", "alerts-test.yml");
  }

  @Test
  void the_configuration_that_the_page_shows_is_valid() throws Exception {
    String promtool = onPath("promtool");
    assumeTrue(!promtool.isEmpty(), "skipped without promtool, which .ci/setup installs");
    List<String> shown = DocPage.read("docs/observability.md").runBy(AlertRulesIT.class);
    assertThat(shown).hasSize(1);
    Files.copy(rules(), folder.resolve("alerts.yml"));
    Files.writeString(folder.resolve("prometheus.yml"), shown.get(0));

    run(promtool, "check", "config", "prometheus.yml");
  }

  private void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static Path rules() {
    return MembranedProcess.home().resolve("alerts.yml");
  }

  private static Path tests() {
    return MembranedProcess.root()
        .resolve("membrane-distribution/integration-tests/src/test/resources/alerts-test.yml");
  }

  private static String onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(part -> Path.of(part).resolve(program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse("");
  }
}
