package dev.membrane.benchmarks.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProcedureCommandTest {

  private static final Offset<Double> EXACT = within(1e-9);

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();

  private List<JsonObject> run(Object command, String... args) {
    assertThat(new CommandLine(command).execute(args)).isZero();
    return out.toString()
        .lines()
        .map(line -> (JsonObject) new RecordCodec().parse("line", line))
        .toList();
  }

  private static double number(JsonObject line, String... path) {
    JsonObject at = line;
    for (int i = 0; i < path.length - 1; i++) {
      at = (JsonObject) at.members().get(path[i]);
    }
    return ((JsonNumber) at.members().get(path[path.length - 1])).doubleValue();
  }

  private static String run(int task, String asked, String tool) {
    return String.format(
            Locale.ROOT,
            """
        {"id": "run-%s", "task": "%s", "success": true, "users": ["%s"], "calls": [
          {"tool": "find", "args": {"id": "user-%s"}, "result": "order-%s",
           "ts": "2026-01-01T00:00:%02d"},
          {"tool": "%s", "args": {"id": "order-%s"}, "result": "ok", "deps_chain": [0],
           "ts": "2026-01-01T00:00:%02d"}]}
        """,
            task,
            task,
            asked,
            task,
            task,
            task,
            tool,
            task,
            task)
        .replace("\n", " ");
  }

  /** Two kinds of tasks, of which one is twice as frequent, in words of their own. */
  @Test
  void the_words_of_a_task_choose_what_solved_others_like_it() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int task = 0; task < 15; task++) {
      boolean isReturn = task % 3 == 0;
      lines.add(
          isReturn
              ? run(task, "take my lamp back please", "give_back")
              : run(task, "cancel what was ordered please", "cancel"));
    }
    Files.write(folder.resolve("runs.jsonl"), lines);

    List<JsonObject> figures =
        run(new ProcedureCommand(new PrintWriter(out, true)), "--data=" + folder, "--seeds=1");

    JsonObject all = figures.get(1);
    assertThat(number(all, "tasks")).isEqualTo(15);
    assertThat(number(all, "learned", "mean")).isCloseTo(1, EXACT);
    assertThat(number(all, "common", "mean")).isCloseTo(10 / 15.0 + 5 / 15.0 / 2, within(1e-4));
    assertThat(number(all, "calibration_error")).isCloseTo(0, within(0.3));
    assertThat(number(figures.get(2), "planted_first_anew")).isZero();
    assertThat(number(figures.get(2), "honest_first")).isEqualTo(5);
  }

  @Test
  void versions_of_the_engine_are_compared_task_by_task() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int task = 0; task < 10; task++) {
      lines.add(run(task, "cancel what was ordered please", "cancel"));
    }
    Files.write(folder.resolve("runs.jsonl"), lines);
    Path same = folder.resolve("same");
    Path none = Files.write(folder.resolve("none"), Collections.nCopies(10, "0.0"));
    String data = "--data=" + folder;

    run(new ProcedureCommand(new PrintWriter(out, true)), data, "--seeds=1", "--scores=" + same);
    out.getBuffer().setLength(0);
    List<JsonObject> figures =
        run(
            new ProcedureCommand(new PrintWriter(out, true)),
            data,
            "--seeds=1",
            "--beside=" + same,
            "--beside=" + none);

    assertThat(number(figures.get(3), "difference", "high")).isZero();
    assertThat(number(figures.get(4), "difference", "low")).isEqualTo(1);
  }

  @Test
  void a_folder_that_cannot_be_measured_is_named() throws IOException {
    assertRefused("no .jsonl files in " + folder);
    assertThat(refusal("--data=" + folder.resolve("nowhere")))
        .isEqualTo("cannot list the folder " + folder.resolve("nowhere"));
    Files.write(folder.resolve("runs.jsonl"), List.of(run(1, "cancel it", "cancel")));
    assertThat(refusal("--data=" + folder, "--seeds=0")).isEqualTo("--seeds must be at least 1");
    Files.write(folder.resolve("runs.jsonl"), new byte[] {(byte) 0xFF});
    assertRefused(folder.resolve("runs.jsonl") + " is no readable text in UTF-8");
  }

  /** What is wrong with a line is a change of one that is right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "^.                    | [{                    | is not JSON",
        "^.*$                  | []                    | a run must be an object",
        "^.*$                  | {\"conversation\": \"c1\", \"question\": \"Why?\"} | id is missing",
        "\"task\": \"1\",         | ``                    | task is missing",
        "true                  | \"yes\"                 | success must be true or false",
        "\\[\"cancel it\"\\]     | \"cancel it\"           | users must be a list",
        "\"cancel it\"           | 1                     | users must be texts",
        "\"calls\": .*          | \"calls\": [\"find\"]}   | a call must be an object",
        "\"tool\": \"find\",     | ``                    | tool is missing",
        "\\{\"id\": \"user-1\"\\}  | 1                     | args must be an object",
        "T00:00:01             | ` at one`             | ts must be RFC 3339 in UTC",
        "\\[0\\]               | [1]                   | deps_chain must name the places of calls before, from 0",
      })
  void a_line_that_is_no_run_is_named_with_what_is_wrong(String good, String bad, String why)
      throws IOException {
    String right = run(1, "cancel it", "cancel").strip();
    String wrong = right.replaceFirst(good, Matcher.quoteReplacement(bad));
    Path file = Files.write(folder.resolve("runs.jsonl"), List.of(right, "", wrong));

    assertRefused(file + ", line 3: " + why);
  }

  @Test
  void runs_from_which_nothing_can_be_learned_and_asked_are_refused() throws IOException {
    String idle = "{\"id\": \"r\", \"task\": \"t\", \"success\": true}";
    Path file = Files.write(folder.resolve("runs.jsonl"), List.of(idle, idle));
    assertRefused(file + ": no run called a tool");

    String failed = run(2, "cancel it", "cancel").replace("true", "false");
    Files.write(file, List.of(run(1, "cancel it", "cancel"), failed, idle));
    assertRefused(
        file
            + ": too few tasks with a successful run that called a tool, to learn from some of them"
            + " and ask about the others");
  }

  @Test
  void a_file_of_another_version_that_cannot_be_compared_is_named() throws IOException {
    List<String> runs = List.of(run(1, "cancel it", "cancel"), run(2, "cancel it", "cancel"));
    Files.write(folder.resolve("runs.jsonl"), runs);
    Path other = Files.writeString(folder.resolve("other"), "0.5\nhalf\n");
    String[] args = {"--data=" + folder, "--seeds=1", "--beside=" + other};

    assertThat(refusal(args)).isEqualTo(other + " was not written by --scores");
    Files.writeString(other, "0.5\n");
    assertThat(refusal(args)).isEqualTo(other + " has not the same tasks");
  }

  private void assertRefused(String message) {
    assertThat(refusal("--data=" + folder)).isEqualTo(message);
  }

  /** The first line of what is printed when the command ends as one that was not understood. */
  private String refusal(String... args) {
    StringWriter errors = new StringWriter();
    CommandLine command =
        new CommandLine(new ProcedureCommand(new PrintWriter(out, true)))
            .setErr(new PrintWriter(errors, true));
    assertThat(command.execute(args)).as(errors.toString()).isEqualTo(CommandLine.ExitCode.USAGE);
    return errors.toString().lines().findFirst().orElseThrow();
  }

  @Test
  void selecting_is_timed_with_as_many_runs_as_are_made() {
    JsonObject line =
        run(
                new SelectionCommand(new PrintWriter(out, true)),
                "--sets=3",
                "--runs=2",
                "--questions=5",
                "--warm-up=1",
                "--store=MEMORY")
            .get(0);
    assertThat(number(line, "runs")).isEqualTo(12);
    assertThat(number(line, "selected")).isEqualTo(5);
    assertThat(number(line, "p95_ms")).isGreaterThanOrEqualTo(number(line, "p50_ms"));
  }

  @Test
  void drift_is_measured_in_the_same_worlds_for_both() {
    JsonObject line =
        run(
                new DriftCommand(new PrintWriter(out, true)),
                "--seeds=2",
                "--tasks=40",
                "--procedures=3")
            .get(0);
    double selected = number(line, "selected_regret", "mean");
    double sampled = number(line, "thompson_regret", "mean");
    assertThat(selected).isBetween(0.0, 40.0);
    assertThat(number(line, "ratio")).isCloseTo(selected / sampled, within(1e-3));
  }

  @Test
  void thompson_sampling_takes_what_worked() {
    ThompsonSampling sampling = new ThompsonSampling(2, 1);
    for (int i = 0; i < 50; i++) {
      sampling.report(0, false);
      sampling.report(1, true);
    }
    for (int i = 0; i < 20; i++) {
      assertThat(sampling.choose()).isEqualTo(1);
    }
  }
}
