package dev.membrane.examples.springboot;

import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.tool.annotation.Tool;

/** A release goes out if it was built, then tested, then deployed; each use is remembered. */
final class Shop {

  private final Memory memory;
  private final IngestOptions run;
  private final List<String> done = new ArrayList<>();
  private boolean used;

  Shop(Memory memory, IngestOptions run) {
    this.memory = memory;
    this.run = run;
  }

  @Tool(description = "Builds the shop.")
  String build() {
    return use("build", "ok");
  }

  @Tool(description = "Tests what was built.")
  String test() {
    return use("test", done.contains("build") ? "ok" : "there is nothing to test");
  }

  @Tool(description = "Deploys what was tested.")
  String deploy() {
    return use("deploy", done.contains("test") ? "ok" : "refused: not tested");
  }

  private String use(String tool, String answer) {
    used = true;
    if (answer.equals("ok")) {
      done.add(tool);
    }
    IngestAnswer unused =
        memory
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder()
                    .source("assistant")
                    .toolName(tool)
                    .result(JsonValue.of(answer))
                    .options(run)
                    .build());
    return answer;
  }

  boolean isUsed() {
    return used;
  }

  boolean isReleased() {
    return done.contains("deploy");
  }
}
