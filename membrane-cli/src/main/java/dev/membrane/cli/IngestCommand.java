package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import dev.membrane.server.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes in many pieces of experience, of which each is a line of JSON. */
@Command(
    name = "ingest",
    description =
        "Takes in items of experience, each a line of JSON such as {\"event\": {...}}. An item that"
            + " is refused is named and left out; the command then ends with 1.",
    sortOptions = false)
final class IngestCommand extends MemoryCommand {

  private static final String STANDARD_INPUT = "-";

  /** What is sent at once: a request has room for more. */
  private static final int MOST_ITEMS = 500;

  private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file; - for what is piped.")
  private String file = "";

  IngestCommand(CommandContext context) {
    super(context);
  }

  @Override
  boolean mayBegin() {
    return true;
  }

  @Override
  JsonNode answer(Memory memory) {
    try (BufferedReader lines = open()) {
      Intake intake = new Intake(memory);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        intake.add(line);
      }
      intake.send();
      return JsonText.object().put("ingested", intake.ingested).put("refused", intake.refused);
    } catch (IOException failed) {
      throw new StartException(file + " cannot be read: " + failed.getMessage(), failed);
    }
  }

  private BufferedReader open() throws IOException {
    return file.equals(STANDARD_INPUT)
        ? context().in()
        : Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8);
  }

  @Override
  String text(JsonNode answer) {
    return answer.path("ingested").asLong()
        + " ingested, "
        + answer.path("refused").asLong()
        + " refused";
  }

  @Override
  int exitCode(JsonNode answer) {
    return answer.path("refused").asLong() == 0 ? 0 : 1;
  }

  /** Sends lines in groups, and counts what becomes of them. */
  private final class Intake {

    private final Memory memory;
    private final List<Integer> numbers = new ArrayList<>();
    private ArrayNode items = JsonText.object().putArray("items");
    private int characters;
    private int line;
    private long ingested;
    private long refused;

    Intake(Memory memory) {
      this.memory = memory;
    }

    void add(String text) {
      line++;
      if (text.isBlank()) {
        return;
      }
      try {
        items.add(JsonText.typed("it", text));
      } catch (StartException malformed) {
        refuse(line, String.join("; ", malformed.faults()));
        return;
      }
      numbers.add(line);
      characters += text.length();
      if (numbers.size() == MOST_ITEMS || characters > MOST_CHARACTERS) {
        send();
      }
    }

    void send() {
      if (numbers.isEmpty()) {
        return;
      }
      for (JsonNode answer : sent().path("items")) {
        JsonNode error = answer.path("error");
        if (error.isObject()) {
          refuse(numbers.get(answer.path("number").asInt()), error.path("message").asText());
        } else {
          ingested++;
        }
      }
      numbers.clear();
      items = JsonText.object().putArray("items");
      characters = 0;
      context().err().println(line + " lines read, " + ingested + " ingested");
    }

    private JsonNode sent() {
      ObjectNode request = JsonText.object();
      request.set("items", items);
      try {
        return memory.call("IngestBatch", request);
      } catch (StartException failed) {
        String where = "lines " + numbers.get(0) + " to " + line + ": ";
        throw new StartException(where + String.join("; ", failed.faults()), failed);
      }
    }

    private void refuse(int number, String why) {
      refused++;
      context().err().println("line " + number + ": " + TerminalText.of(why));
    }
  }
}
