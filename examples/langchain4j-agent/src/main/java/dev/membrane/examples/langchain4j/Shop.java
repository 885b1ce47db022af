package dev.membrane.examples.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the agent works on: a release goes out if it was built, then tested, then deployed. */
final class Shop {

  static final List<String> TOOLS = List.of("deploy", "test", "build");

  private final Set<String> done = ConcurrentHashMap.newKeySet();

  @Tool("Builds the shop.")
  String build() {
    done.add("build");
    return "ok";
  }

  @Tool("Tests what was built.")
  String test() {
    return after("build", "test", "there is nothing to test");
  }

  @Tool("Deploys what was tested.")
  String deploy() {
    return after("test", "deploy", "refused: not tested");
  }

  private String after(String before, String step, String otherwise) {
    if (!done.contains(before)) {
      return otherwise;
    }
    done.add(step);
    return "ok";
  }

  boolean isReleased() {
    return done.contains("deploy");
  }
}
