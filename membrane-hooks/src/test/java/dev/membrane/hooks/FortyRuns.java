package dev.membrane.hooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forty runs of an agent that uses tools, of four kinds, of which some fail. */
final class FortyRuns {

  /**
   * A tool call.
   *
   * @param error null: it did not fail
   */
  record Call(String tool, Map<String, Object> args, Object result, @Nullable String error) {}

  /** A run: what was asked, what was called, and whether that was of use. */
  record Run(int number, String prompt, List<Call> calls, boolean isSuccess) {}

  private FortyRuns() {}

  static List<Run> all() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(run(i));
    }
    return runs;
  }

  private static Run run(int i) {
    boolean isSuccess = i % 5 != 3;
    return switch (i % 4) {
      case 0 -> new Run(i, "Fix the failing test of module " + i, repair(i, isSuccess), isSuccess);
      case 1 -> new Run(i, "Release version 1." + i + " to the customers", release(i), true);
      case 2 ->
          new Run(i, "Why is the page of order " + i + " slow?", search(i, isSuccess), isSuccess);
      default -> new Run(i, "Look at the log of host h" + i, log(i, isSuccess), isSuccess);
    };
  }

  private static Call call(String tool, String name, String value, Object result) {
    return new Call(tool, Map.of(name, value), result, null);
  }

  private static Call failed(String tool, String name, String value, String error) {
    return new Call(tool, Map.of(name, value), "", error);
  }

  private static List<Call> repair(int i, boolean isSuccess) {
    String file = "src/module" + i + "/Code.java";
    return List.of(
        failed("Bash", "command", "mvn test", "Exit code 1\nmodule" + i + " failed"),
        call("Read", "file_path", file, Map.of("content", "class Code" + i + " {}")),
        new Call(
            "Edit",
            Map.of("file_path", file, "new_string", "fixed " + i),
            Map.of("ok", true),
            null),
        isSuccess
            ? call("Bash", "command", "mvn test", Map.of("stdout", "BUILD SUCCESS"))
            : failed("Bash", "command", "mvn test", "Exit code 1\nstill failing"));
  }

  private static List<Call> release(int i) {
    return List.of(
        call("Bash", "command", "git tag 1." + i, Map.of("stdout", "")),
        call("mcp__ci__publish", "tag", "1." + i, Map.of("build", 1_000 + i)),
        call("mcp__chat__post", "channel", "releases", List.of("sent")));
  }

  private static List<Call> search(int i, boolean isSuccess) {
    return List.of(
        call("Grep", "pattern", "order" + i, Map.of("numFiles", i)),
        isSuccess
            ? call("mcp__db__explain", "query", "select " + i, Map.of("rows", 7))
            : failed("mcp__db__explain", "query", "select " + i, "connection refused"));
  }

  private static List<Call> log(int i, boolean isSuccess) {
    return List.of(
        isSuccess
            ? call("mcp__ops__logs", "host", "h" + i, "nothing unusual on h" + i)
            : failed("mcp__ops__logs", "host", "h" + i, "host is down"));
  }
}
