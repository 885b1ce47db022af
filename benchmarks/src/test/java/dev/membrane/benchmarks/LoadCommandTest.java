package dev.membrane.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Some of what it measures is mostly waiting for servers. */
@Execution(ExecutionMode.CONCURRENT)
class LoadCommandTest {

  private static final List<String> EVERYWHERE =
      List.of(
          "figure",
          "records",
          "layout",
          "door",
          "callers",
          "count",
          "file_bytes",
          "cpus",
          "java",
          "max_heap_bytes");

  @TempDir Path folder;

  /** What is measured once and looked at from two sides. */
  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class OneRun {

    private static Path report;
    private static List<JsonObject> lines;

    @BeforeAll
    static void measure(@TempDir Path folder) {
      report = folder.resolve("report");
      lines =
          runFor(
              folder,
              10,
              "20,60",
              "load,retrieve,hybrid,ingest,jobs,ratios,footprint",
              "--report=" + report);
    }

    @Test
    void every_figure_is_a_line_of_json_with_all_that_it_depends_on() {
      List<JsonObject> ofStores =
          lines.stream().filter(line -> !name(line).equals("memory of a server")).toList();
      assertThat(ofStores).allSatisfy(line -> assertThat(line.members()).containsKeys(keys()));
      Map<String, List<JsonObject>> byName =
          ofStores.stream().collect(Collectors.groupingBy(LoadCommandTest::name));
      assertThat(byName)
          .containsOnlyKeys(
              "loaded",
              "retrieve salience_all",
              "retrieve salience_by_type",
              "retrieve salience_by_tag",
              "retrieve salience_by_threshold",
              "retrieve text",
              "retrieve hybrid",
              "retrieve hybrid, one scope",
              "retrieve by id",
              "metrics",
              "memory",
              "ingest",
              "idle sweep",
              "consolidation",
              "ratio: retrieve salience_all, large store to small",
              "ratio: retrieve salience_by_type, large store to small",
              "ratio: retrieve salience_by_tag, large store to small",
              "ratio: retrieve salience_by_threshold, large store to small",
              "ratio: retrieve salience_all to an empty call",
              "ratio: retrieve salience_all to an echo of its answer",
              "ratio: retrieve text, all scopes, large store to small",
              "ratio: retrieve text in a scope of 1000, large store to small",
              "retrieve text in one scope",
              "ratio: retrieve by id to bare echo",
              "ratio: ingest of 32 callers to one",
              "ratio: ingest, large store to small",
              "ratio: store to bare JDBC loop",
              "ratio: ingest of 32 callers to raw SQLite",
              "ratio: commit of 256 to raw SQLite",
              "ratio: ingest of one caller to raw SQLite");
      byName.forEach(
          (name, figures) ->
              assertThat(figures)
                  .allSatisfy(figure -> assertThat(figure.members()).containsKeys(of(name))));
    }

    @Test
    void the_bounds_of_a_run_are_a_table_and_a_chart() throws Exception {
      long bounds =
          lines.stream()
              .flatMap(line -> line.members().keySet().stream())
              .filter(member -> member.endsWith("at_most") || member.endsWith("at_least"))
              .count();
      assertThat(bounds).isGreaterThan(10);
      assertThat(Files.readAllLines(report.resolve("bounds.md")))
          .hasSize((int) bounds + 2)
          .startsWith(
              "| What | One to the other | Measured | Bound | Met |", "|---|---|---|---|---|")
          .anyMatch(
              row -> row.matches("\\| memory of a server, worked mib, 32 callers .* ≤ 220.0 .*"))
          .anyMatch(
              row -> row.matches("\\| ingest of 32 callers to one, .* per_second .* ≥ 4.0 .*"));
      assertThat(rectangles(report.resolve("bounds.svg"))).isEqualTo((int) bounds + 1);
    }
  }

  @Test
  void a_server_is_started_until_its_first_answer() {
    List<JsonObject> lines = run("20", "start");

    assertThat(lines)
        .extracting(LoadCommandTest::name)
        .containsExactly("start to first answer", "ratio: start to bare libraries");
    assertThat(lines.get(0).members()).containsKeys("seconds", "resident_mib", "starts");
    assertThat(lines.get(1).members()).containsKeys("one", "other", "unit", "ratio");
  }

  @Test
  void an_export_is_imported_and_every_backend_named() {
    List<JsonObject> lines = run("20,60", "scopes,import");

    assertThat(lines)
        .extracting(LoadCommandTest::name)
        .containsExactly(
            "ratio: retrieve salience_all in a scope of 1000, p95, large store to small",
            "ratio: retrieve text in a scope of 1000, p95, large store to small",
            "ratio: retrieve text and vectors in a scope of 1000, p95, large store to small",
            "export",
            "import");
    assertThat(lines).allSatisfy(line -> assertThat(line.members()).containsKeys(keys()));
    assertThat(lines.get(4).members())
        .containsEntry("backend", new JsonString("sqlite"))
        .containsEntry("count", JsonValue.of(60L))
        .containsKeys("bytes", "seconds", "per_second", "most_seconds", "per_second_at_least");
    assertThat(folder).isDirectoryNotContaining("glob:**membrane_*");
  }

  @Test
  void what_a_record_takes_of_the_disk_is_told_for_each_size_and_number_in_a_commit() {
    List<JsonObject> lines = run("60", "disk");

    assertThat(lines).hasSize(8);
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.members()).containsKeys(keys()).containsKeys("record_bytes");
              assertThat(number(line, "file_bytes_per_record")).isGreaterThan(1_000);
            });
    assertThat(number(lines.get(0), "log_bytes_per_record"))
        .isGreaterThan(2 * number(lines.get(2), "log_bytes_per_record"));
  }

  @Test
  void former_states_and_encryption_are_measured_beside_a_store_without() {
    // Processor time is counted in steps of ten milliseconds.
    List<JsonObject> lines = runFor(folder, 100, "20,60", "history,encryption");

    assertThat(lines)
        .extracting(LoadCommandTest::name)
        .containsExactly(
            "ratio: retrieve text, history_retention 0 to a store without history",
            "ratio: retrieve salience_all, history_retention 0 to a store without history",
            "ratio: ingest, history_retention 0 to a store without history",
            "ratio: ingest, history_retention 30d to 0",
            "ratio: ingest of known facts, history_retention 30d to 0",
            "ratio: append, history_retention 30d to 0",
            "ratio: bytes of facts with five reinforcements, history_retention 30d to 0",
            "ratio: bytes of an episode of a thousand appends, history_retention 30d to 0",
            "ratio: bytes, encrypted to plain",
            "ratio: retrieve text in one scope, p95, encrypted to plain",
            "ratio: retrieve text in 16 scopes, p95, encrypted to plain",
            "ratio: retrieve text in 100 scopes, p95, encrypted to plain",
            "ratio: retrieve salience_all in one scope, p95, encrypted to plain",
            "ratio: retrieve salience_all in 16 scopes, p95, encrypted to plain",
            "ratio: retrieve salience_all in 100 scopes, p95, encrypted to plain",
            "ratio: ingest, encrypted to plain");
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.members()).containsKeys(of("ratio: ")))
        .filteredOn(line -> !name(line).contains("bytes"))
        .allSatisfy(line -> assertThat(number(line, "processor_us")).isPositive());
    assertThat(number(lines.get(6), "bytes_a_change")).isPositive();
    assertThat(number(lines.get(8), "ratio")).isGreaterThan(1.1);
    assertThat(lines.stream().filter(line -> line.members().containsKey("at_most"))).hasSize(5);
    assertThat(lines.stream().filter(line -> line.members().containsKey("at_least"))).hasSize(7);
    assertThat(folder).isDirectoryNotContaining("glob:**membrane_*");
  }

  @Test
  void a_server_that_sends_traces_is_measured_beside_one_that_does_not() {
    List<JsonObject> lines = run("60", "tracing");

    assertThat(lines)
        .extracting(LoadCommandTest::name)
        .containsExactly(
            "ratio: retrieve text, traced to not",
            "ratio: retrieve by id, traced to not",
            "ratio: ingest, traced to not");
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.members()).containsKeys(keys()).containsKeys(of("ratio: "));
              assertThat(number(line, "received_traces"))
                  .isPositive()
                  .isEqualTo(number(line, "traced_calls"));
              assertThat(number(line, "compiling_one")).isPositive();
              assertThat(number(line, "compiling_other")).isPositive();
              assertThat(number(line, "at_most")).isEqualTo(1.03);
            });
    assertThat(folder).isDirectoryNotContaining("glob:**membrane_*");
  }

  private static double number(JsonObject line, String name) {
    return Double.parseDouble(((JsonNumber) line.members().get(name)).text());
  }

  /** The command of docs/benchmarks.md takes minutes, and is this one with more records. */
  @Test
  void the_page_names_the_profile_that_runs_this_with_options_that_there_are() throws Exception {
    Path root = Path.of(System.getProperty("membrane.root"));
    String page = Files.readString(root.resolve("docs/benchmarks.md"));
    String pom = Files.readString(root.resolve("benchmarks/pom.xml"));
    assertThat(page)
        .contains("```sh\n./mvnw -pl benchmarks -am -Pmeasure -DskipTests package\n```");
    assertThat(pom)
        .containsPattern("(?s)<id>measure</id>.*<phase>package</phase>")
        .containsPattern(
            LoadCommand.class.getName() + " --server=\\S+ --report=\\S+ \\$\\{measure");
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    for (String options :
        List.of(
            found("-Dmeasure\\.options='([^']+)'", page),
            found("<measure\\.options>([^<]+)<", pom))) {
      assertThat(LoadCommand.commandLine(nowhere, nowhere).parseArgs(options.split(" ")).errors())
          .as(options)
          .isEmpty();
    }
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  /** The background and a bar for each bound, of a file that is well-formed. */
  private static int rectangles(Path svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(svg.toFile())
        .getElementsByTagName("rect")
        .getLength();
  }

  private List<JsonObject> run(String records, String figures) {
    return runFor(folder, 10, records, figures);
  }

  private static List<JsonObject> runFor(
      Path folder, int millis, String records, String figures, String... more) {
    StringWriter out = new StringWriter();
    int exit =
        LoadCommand.commandLine(new PrintWriter(out, true), new PrintWriter(new StringWriter()))
            .execute(
                Stream.concat(
                        Stream.of(
                            "--records=" + records,
                            "--callers=1,2",
                            "--warm-up-millis=1",
                            "--millis=" + millis,
                            "--turns=1",
                            "--episodes=5",
                            "--ingests=64",
                            "--folder=" + folder,
                            "--figures=" + figures),
                        Stream.of(more))
                    .toArray(String[]::new));
    assertThat(exit).isZero();
    return out.toString().lines().map(LoadCommandTest::json).toList();
  }

  private static JsonObject json(String line) {
    return (JsonObject) new RecordCodec().parse("line", line);
  }

  private static String name(JsonObject line) {
    return ((JsonString) line.members().get("figure")).value();
  }

  private static String[] keys() {
    return EVERYWHERE.toArray(String[]::new);
  }

  private static String[] of(String name) {
    if (name.startsWith("ratio: ")) {
      return new String[] {"one", "other", "unit", "ratio"};
    }
    return switch (name) {
      case "loaded" -> new String[] {"count"};
      case "memory" -> new String[] {"heap_used_bytes", "resident_bytes"};
      case "consolidation" -> new String[] {"episodes", "seconds", "learned"};
      default -> new String[] {"calls", "per_second", "p50_ms", "p95_ms", "p99_ms"};
    };
  }
}
