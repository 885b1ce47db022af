package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that names the file of a record to be stored. */
final class NewRecord {

  private static final String STANDARD_INPUT = "-";

  @Option(
      names = "--new-record",
      paramLabel = "FILE",
      required = true,
      description = "The record to store, JSON as show prints it; - for what is piped.")
  private String file = "";

  /**
   * The record. What {@code show} prints has it along with what else is known, and with an id that
   * is taken, so that the new one gets another.
   *
   * @param revised the ids of the records that it comes from
   * @throws StartException if the file cannot be read, or holds no JSON object
   */
  JsonNode read(CommandContext context, List<String> revised) {
    String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
    JsonNode json = JsonText.storedFile(name, text(context));
    boolean isShown = json.path("record").isObject();
    if (!((isShown ? json.path("record") : json) instanceof ObjectNode made)) {
      throw new StartException(name + ": must be a JSON object");
    }
    if (isShown || revised.contains(made.path("id").asText())) {
      made.remove("id");
    }
    return made;
  }

  private String text(CommandContext context) {
    try {
      return file.equals(STANDARD_INPUT)
          ? context.in().lines().collect(Collectors.joining("\n"))
          : Files.readString(Path.of(file), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw FileFault.unread(file, failed);
    }
  }
}
