package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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

  /** A line is sent with some bytes around it. */
  private static final int MAX_LINE_BYTES = MembraneCalls.MAX_REQUEST_BYTES - 1024;

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
  JsonNode answer(CallableMemory memory) {
    try (TextLines lines = new TextLines(open(), MAX_LINE_BYTES)) {
      LineSender intake = new LineSender(memory);
      while (lines.next()) {
        intake.add(lines);
      }
      intake.send();
      return JsonText.object().put("ingested", intake.ingested).put("refused", intake.refused);
    } catch (IOException failed) {
      throw FileFault.unread(file, failed);
    }
  }

  private InputStream open() throws IOException {
    return file.equals(STANDARD_INPUT) ? context().input() : Files.newInputStream(Path.of(file));
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

  private record NumberedLine(int number, String text) {}

  /** Sends lines in groups, and counts what becomes of them. */
  private final class LineSender {

    private final CallableMemory memory;
    private final List<NumberedLine> waiting = new ArrayList<>();
    private int characters;
    private long ingested;
    private long refused;

    LineSender(CallableMemory memory) {
      this.memory = memory;
    }

    void add(TextLines lines) {
      NumberedLine line;
      try {
        line = new NumberedLine(lines.number(), item(lines.text()));
      } catch (InvalidProtocolBufferException | ValidationException | StartException refusal) {
        refuse(lines.number(), JsonText.ofLine(String.valueOf(refusal.getMessage())));
        return;
      }
      if (line.text().isBlank()) {
        return;
      }
      if (characters + line.text().length() > SentAtOnce.MAX_CHARACTERS) {
        send();
      }
      waiting.add(line);
      characters += line.text().length();
      if (waiting.size() == SentAtOnce.MAX_ITEMS) {
        send();
      }
    }

    void send() {
      if (!waiting.isEmpty()) {
        send(waiting);
        context().err().println("up to line " + last(waiting) + ": " + ingested + " ingested");
      }
      waiting.clear();
      characters = 0;
    }

    /**
     * Nothing is stored of a group that is refused as a whole. It is sent again in halves, until
     * the line is found that it was refused for.
     */
    private void send(List<NumberedLine> lines) {
      try {
        count(lines, memory.call("IngestBatch", request(lines)));
      } catch (StartException failed) {
        if (!isRefusal(failed)) {
          String where = "lines " + lines.get(0).number() + " to " + last(lines) + ": ";
          throw new StartException(where + String.join("; ", failed.faults()), failed);
        }
        if (lines.size() == 1) {
          String why = String.valueOf(failed.getMessage()).replace("items[0].", "");
          refuse(lines.get(0).number(), why);
          return;
        }
        send(lines.subList(0, lines.size() / 2));
        send(lines.subList(lines.size() / 2, lines.size()));
      }
    }

    private void count(List<NumberedLine> lines, JsonNode answers) {
      for (JsonNode answer : answers.path("items")) {
        JsonNode error = answer.path("error");
        if (error.isObject()) {
          refuse(lines.get(answer.path("number").asInt()).number(), error.path("message").asText());
        } else {
          ingested++;
        }
      }
    }

    private void refuse(int number, String why) {
      refused++;
      context().err().println("line " + number + ": " + TerminalText.of(why));
    }
  }

  /**
   * A line as it stands, which is blank or an item.
   *
   * @throws InvalidProtocolBufferException if it is not JSON
   * @throws ValidationException if it is no item
   */
  private static String item(String text) throws InvalidProtocolBufferException {
    if (text.isBlank()) {
      return text;
    }
    try {
      var unused =
          ReadableJson.read(IngestItem.getDefaultInstance(), text.getBytes(StandardCharsets.UTF_8));
      return text;
    } catch (InvalidProtocolBufferException malformed) {
      throw malformed;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The lines as they stand, so that no number changes. */
  private static ObjectNode request(List<NumberedLine> lines) {
    ObjectNode request = JsonText.object();
    ArrayNode items = request.putArray("items");
    lines.forEach(line -> items.addRawValue(new RawValue(line.text())));
    return request;
  }

  private static boolean isRefusal(StartException failed) {
    return failed.getCause() instanceof ValidationException
        || failed.getCause() instanceof InvalidProtocolBufferException;
  }

  private static int last(List<NumberedLine> lines) {
    return lines.get(lines.size() - 1).number();
  }
}
