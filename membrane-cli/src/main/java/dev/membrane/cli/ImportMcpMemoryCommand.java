package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import dev.membrane.server.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes in the file of MCP's memory server: a graph of entities, observations and relations. */
@Command(
    name = "import-mcp-memory",
    description =
        "Takes in memory.jsonl, the file of MCP's memory server, as facts: what an entity is, what"
            + " was observed of it, and how it relates to others. Prints what was taken and left."
            + " A second run adds nothing.",
    sortOptions = false)
final class ImportMcpMemoryCommand extends ImportCommand {

  private static final String TYPE = "type";

  @Option(
      names = "--sensitivity",
      paramLabel = "LEVEL",
      defaultValue = "low",
      description = "public, low, medium, high or hyper (${DEFAULT-VALUE}).")
  private String sensitivity = "";

  ImportMcpMemoryCommand(CommandContext context) {
    super(context);
  }

  @Override
  void read(Path from, ImportedRecords into) {
    try (BufferedReader lines = Files.newBufferedReader(from, StandardCharsets.UTF_8)) {
      Graph graph = new Graph(String.valueOf(from.getFileName()), into);
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          graph.add(number, line);
        }
      }
      into.send();
    } catch (IOException failed) {
      throw new StartException(from + " cannot be read: " + failed.getMessage(), failed);
    }
  }

  /** Makes facts of the lines. */
  private final class Graph {

    private final String file;
    private final ImportedRecords into;

    Graph(String file, ImportedRecords into) {
      this.file = file;
      this.into = into;
    }

    void add(int number, String line) {
      JsonNode item;
      try {
        item = JsonText.typed("line " + number, line);
      } catch (StartException malformed) {
        refuse(String.join("; ", malformed.faults()));
        return;
      }
      switch (item.path(TYPE).asText()) {
        case "entity" -> addEntity(item);
        case "relation" ->
            add(
                item.path("from").asText(),
                item.path("relationType").asText(),
                item.path("to").asText());
        default -> into.report().left("lines of another type than entity and relation");
      }
    }

    private void addEntity(JsonNode entity) {
      String name = entity.path("name").asText();
      if (!entity.path("entityType").asText().isBlank()) {
        add(name, "is_a", entity.path("entityType").asText());
      }
      entity
          .path("observations")
          .forEach(observation -> add(name, "has_observation", observation.asText()));
    }

    private void add(String subject, String predicate, String object) {
      ObjectNode record = JsonText.object();
      String id =
          ImportedRecords.idOf("mcp-memory", into.scopeOf(record), subject, predicate, object);
      record.put("id", id).put(TYPE, "semantic").put("sensitivity", sensitivity);
      record
          .putObject("provenance")
          .putArray("sources")
          .addObject()
          .put("kind", "observation")
          .put("ref", file);
      ObjectNode payload = record.putObject("payload").put("kind", "semantic");
      payload.put("subject", subject).put("predicate", predicate).put("object", object);
      payload.putObject("validity").put("mode", "global");
      payload.putArray("evidence");
      into.add(record);
    }

    private void refuse(String why) {
      into.report().refused(why);
      context().err().println(TerminalText.of(why));
    }
  }
}
