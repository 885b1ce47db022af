package dev.membrane.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Random;

/** All that a key can ask over MCP, about words that are stored and ids that it may know. */
enum Question {
  RECALL,
  RECALL_TASK,
  HOW_TO,
  GET,
  GET_TASK,
  REMEMBER,
  TASK,
  SAVE_STATE,
  LOAD_STATE,
  REVISE,
  FORGET,
  FORGET_TASK,
  LISTS,
  PROMPT,
  READ_RECORD,
  READ_THREAD,
  COMPLETE;

  JsonNode ask(SharedMemory memory, Random random) {
    String word = SharedMemory.word(random);
    String other = SharedMemory.word(random);
    String id = memory.id(random);
    return switch (this) {
      case RECALL -> memory.use("recall", "{\"query\": \"%s %s\"}".formatted(word, other));
      case RECALL_TASK ->
          memory.use(
              "recall", "{\"query\": \"%s %s\", \"task_id\": \"%s\"}".formatted(word, other, id));
      case HOW_TO -> memory.use("how_to", "{\"task\": \"%s the %s\"}".formatted(word, other));
      case GET ->
          memory.use(
              "get", "{\"id\": \"%s\", \"include\": [\"reasons\", \"audit\"]}".formatted(id));
      case GET_TASK -> memory.use("get", "{\"task_id\": \"%s\"}".formatted(id));
      case REMEMBER ->
          memory.use(
              "remember",
              "{\"subject\": \"%s\", \"predicate\": \"%s\", \"object\": \"%s\"}"
                  .formatted(word, other, SharedMemory.word(random)));
      case TASK -> task(memory, word);
      case SAVE_STATE ->
          memory.use(
              "save_state", "{\"thread_id\": \"%s\", \"summary\": \"%s\"}".formatted(word, other));
      case LOAD_STATE -> memory.use("load_state", "{\"thread_id\": \"%s\"}".formatted(word));
      case REVISE ->
          memory.use(
              "revise",
              "{\"id\": \"%s\", \"action\": \"contest\", \"reason\": \"%s\"}".formatted(id, word));
      case FORGET ->
          memory.use(
              "forget",
              "{\"id\": \"%s\", \"reason\": \"%s\", \"dry_run\": %s}"
                  .formatted(id, word, random.nextBoolean()));
      case FORGET_TASK ->
          memory.use(
              "forget",
              "{\"task_id\": \"%s\", \"reason\": \"%s\", \"dry_run\": %s}"
                  .formatted(id, other, random.nextBoolean()));
      case LISTS -> memory.ask(list(random), "{}");
      case PROMPT ->
          memory.ask(
              "prompts/get",
              "{\"name\": \"recall_for_task\", \"arguments\": {\"task\": \"%s\"}}".formatted(word));
      case READ_RECORD ->
          memory.ask(
              "resources/read",
              "{\"uri\": \"membrane://record/%s%s\"}"
                  .formatted(id, random.nextBoolean() ? "" : "/audit"));
      case READ_THREAD ->
          memory.ask("resources/read", "{\"uri\": \"membrane://thread/%s\"}".formatted(word));
      case COMPLETE ->
          memory.ask(
              "completion/complete",
              """
              {"ref": {"type": "ref/resource", "uri": "skill://{name}/SKILL.md"},
               "argument": {"name": "name", "value": ""}}""");
    };
  }

  private static String list(Random random) {
    return random.nextBoolean() ? "tools/list" : "resources/list";
  }

  /** A whole task, after which everything is learned that there is to learn. */
  private static JsonNode task(SharedMemory memory, String word) {
    JsonNode begun = memory.use("begin_task", "{\"task\": \"%s it\"}".formatted(word));
    memory.withoutIds(begun.toString());
    String id = begun.at("/result/content/0/text").asText().replaceFirst("^task_id: ", "");
    for (String tool : new String[] {"build", word, "rollout"}) {
      memory.use("log_step", "{\"task_id\": \"%s\", \"tool\": \"%s\"}".formatted(id, tool));
    }
    JsonNode finished =
        memory.use("finish_task", "{\"task_id\": \"%s\", \"outcome\": \"success\"}".formatted(id));
    memory.learn();
    return finished;
  }
}
