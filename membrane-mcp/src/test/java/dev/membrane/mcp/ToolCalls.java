package dev.membrane.mcp;

import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;
import org.junit.jupiter.api.AfterEach;

/** A memory that is served over MCP, and what a model asks of its tools. */
abstract class ToolCalls {

  static final String READER = "a-key-of-a-reader-of-memory";
  static final String OTHER = "a-key-of-another-reader";

  final McpSite site =
      new McpSite(Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(), "");

  @AfterEach
  void close() {
    site.close();
  }

  String use(String tool, String arguments) {
    return site.use(null, tool, arguments);
  }

  String remember(String subject, String predicate, String object) {
    return use(
        "remember",
        "{\"subject\": \"%s\", \"predicate\": \"%s\", \"object\": %s}"
            .formatted(subject, predicate, object));
  }

  String begin(String task) {
    return use("begin_task", "{\"task\": \"%s\"}".formatted(task)).replaceFirst("^task_id: ", "");
  }

  void log(String task, String tool) {
    use(
        "log_step",
        "{\"task_id\": \"%s\", \"tool\": \"%s\", \"args\": {}, \"result\": \"ok\"}"
            .formatted(task, tool));
  }

  String finish(String task, String outcome) {
    return use(
        "finish_task", "{\"task_id\": \"%s\", \"outcome\": \"%s\"}".formatted(task, outcome));
  }
}
