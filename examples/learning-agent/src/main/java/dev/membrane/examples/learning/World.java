package dev.membrane.examples.learning;

import java.util.ArrayList;
import java.util.List;

/** A small world: a release goes out if it was built, then tested, then deployed. */
final class World {

  static final List<String> TOOLS = List.of("deploy", "test", "build");

  private final List<String> done = new ArrayList<>();

  /** Uses a tool; answers with what it says. */
  String use(String tool) {
    String answer = answer(tool);
    if (answer.equals("ok")) {
      done.add(tool);
    }
    return answer;
  }

  private String answer(String tool) {
    return switch (tool) {
      case "test" -> done.contains("build") ? "ok" : "there is nothing to test";
      case "deploy" -> done.contains("test") ? "ok" : "refused: not tested";
      default -> "ok";
    };
  }

  boolean isReleased() {
    return done.contains("deploy");
  }
}
