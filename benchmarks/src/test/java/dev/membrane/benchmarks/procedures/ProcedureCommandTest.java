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
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    return """
        {"id": "run-%d", "task": "%d", "success": true, "users": ["%s"], "calls": [
          {"tool": "find", "args": {"id": "user-%d"}, "result": "order-%d",
           "ts": "2026-01-01T00:00:%02d"},
          {"tool": "%s", "args": {"id": "order-%d"}, "result": "ok", "deps_chain": [0],
           "ts": "2026-01-01T00:00:%02d"}]}
        """
        .formatted(task, task, asked, task, task, task, tool, task, task)
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
