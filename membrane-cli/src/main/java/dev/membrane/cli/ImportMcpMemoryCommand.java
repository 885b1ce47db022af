package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Takes in the file of MCP's memory server: a graph of entities, observations and relations. */
@Command(
    name = "import-mcp-memory",
    description =
        "Takes in memory.jsonl, the file of MCP's memory server, as facts: what an entity is, what"
            + " was observed of it, and how it relates to others. Prints what was taken and left."
            + " A second run adds nothing.",
    sortOptions = false)
final class ImportMcpMemoryCommand extends ForeignImportCommand {

  private static final String TYPE = "type";

  private static final List<String> ENTITY = List.of(TYPE, "name", "entityType", "observations");
  private static final List<String> RELATION = List.of(TYPE, "from", "relationType", "to");

  private static final int MAX_LINE_BYTES = 1024 * 1024;

  /** Where the record stands in what is sent. */
  private static final String PLACE = "\\b(?:items\\[\\d+]\\.)?(?:record\\.)*";

  @Option(
      names = "--sensitivity",
      paramLabel = "LEVEL",
      defaultValue = "low",
      completionCandidates = CompletionWords.Sensitivities.class,
      converter = Level.class,
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Sensitivity sensitivity = Sensitivity.LOW;

  ImportMcpMemoryCommand(CommandContext context) {
    super(context);
  }

  @Override
  void read(Path from, ImportedRecords into) {
    try (TextLines lines = new TextLines(Files.newInputStream(from), MAX_LINE_BYTES)) {
      Graph graph = new Graph(String.valueOf(from.getFileName()), into);
      while (lines.next()) {
        if (lines.isBinary() && into.report().total() == 0) {
          throw new StartException(from + ": is no memory.jsonl, which has lines of JSON");
        }
        graph.add(lines);
      }
      into.send();
    } catch (IOException failed) {
      throw FileFault.unread(from, failed);
    }
  }

  /** Reads a level as it is typed. */
  static final class Level implements ITypeConverter<Sensitivity> {

    @Override
    public Sensitivity convert(String name) {
      try {
        return Sensitivity.of("sensitivity", name);
      } catch (ValidationException unknown) {
        throw new TypeConversionException(String.valueOf(unknown.getMessage()));
      }
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

    void add(TextLines lines) {
      GraphLine line = new GraphLine("line " + lines.number(), new ImportNotes());
      JsonNode item;
      try {
        String text = lines.text();
        if (text.isBlank()) {
          return;
        }
        item = JsonText.storedLine(text);
      } catch (StartException malformed) {
        into.refuse(line.name(), String.join("; ", malformed.faults()));
        return;
      }
      add(line, item);
    }

    private void add(GraphLine line, JsonNode item) {
      switch (item.path(TYPE).asText()) {
        case "entity" -> addEntity(line, item);
        case "relation" -> addRelation(line, item);
        default -> into.report().left("lines of another type than entity and relation");
      }
    }

    private void addRelation(GraphLine line, JsonNode relation) {
      line.noteOthersThan(RELATION, relation);
      add(
          line,
          relation.path("from"),
          relation.path("relationType"),
          relation.path("to"),
          new FactNames("from", "relationType", "to"));
    }

    private void addEntity(GraphLine line, JsonNode entity) {
      line.noteOthersThan(ENTITY, entity);
      JsonNode name = entity.path("name");
      JsonNode type = entity.path("entityType");
      JsonNode observations = entity.path("observations");
      if (isBlank(type) && (observations.isMissingNode() || isEmptyArray(observations))) {
        into.report().left("entities without a type and observations");
      }
      if (!isBlank(type)) {
        add(line, name, TextNode.valueOf("is_a"), type, new FactNames("name", TYPE, "entityType"));
      }
      if (!observations.isArray() && !observations.isMissingNode()) {
        refuse(line, "observations", "must be an array");
      }
      for (int i = 0; observations.isArray() && i < observations.size(); i++) {
        FactNames names = new FactNames("name", TYPE, "observations[" + i + "]");
        add(line, name, TextNode.valueOf("has_observation"), observations.get(i), names);
      }
    }

    private static boolean isBlank(JsonNode value) {
      return value.isMissingNode() || (value.isTextual() && value.asText().isBlank());
    }

    private static boolean isEmptyArray(JsonNode value) {
      return value.isArray() && value.isEmpty();
    }

    /**
     * Adds a fact if its parts are texts. A subject or predicate that is missing is found later.
     */
    private void add(
        GraphLine line, JsonNode subject, JsonNode predicate, JsonNode object, FactNames names) {
      if (isText(line, names.subject(), subject)
          && isText(line, names.predicate(), predicate)
          && isText(line, names.object(), object)) {
        if (isBlank(object) && !isBlank(subject) && !isBlank(predicate)) {
          refuse(line, names.object(), "must not be blank");
        } else {
          add(line, subject.asText(), predicate.asText(), object.asText(), names);
        }
      }
    }

    private boolean isText(GraphLine line, String field, JsonNode value) {
      if (value.isTextual() || value.isMissingNode()) {
        return true;
      }
      refuse(line, field, "must be a string");
      return false;
    }

    private void refuse(GraphLine line, String field, String why) {
      into.refuse(line.name(), String.valueOf(new ValidationException(field, why).getMessage()));
    }

    private void add(
        GraphLine line, String subject, String predicate, String object, FactNames names) {
      ObjectNode record = JsonText.object();
      String id =
          ImportedRecords.idOf("mcp-memory", into.scopeOf(record), subject, predicate, object);
      record.put("id", id).put(TYPE, "semantic").put("sensitivity", sensitivity.wireName());
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
      into.add(line.name(), record, line.notes(), names::in);
    }
  }

  /** A line and what is to be reported of it, once, as soon as one of its facts is taken. */
  private record GraphLine(String name, ImportNotes notes) {

    void noteOthersThan(List<String> known, JsonNode item) {
      ObjectNode kept = item.<ObjectNode>deepCopy().retain(known);
      UnknownMembers.note(item.path(TYPE).asText(), item, kept, notes);
    }
  }

  /** What the file calls the parts of a fact. */
  private record FactNames(String subject, String predicate, String object) {

    /** A message about the record, as one about the line. */
    String in(String message) {
      return message
          .replaceFirst(PLACE + "payload\\.subject(?=:| )", subject)
          .replaceFirst(PLACE + "payload\\.predicate(?=:| )", predicate)
          .replaceFirst(PLACE + "payload\\.object(?=:| )", object)
          .replaceFirst(PLACE + "(scope)(?=:| )", "--$1");
    }
  }
}
