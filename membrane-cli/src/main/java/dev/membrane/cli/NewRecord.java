package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.CommandContext;
import dev.membrane.server.FileFault;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that names the file of a record to be stored. */
final class NewRecord {

  private static final String STANDARD_INPUT = "-";

  @Option(
      names = "--new-record",
      paramLabel = "FILE",
      required = true,
      description = "The record to store, JSON without an id; - for what is piped.")
  private String file = "";

  /**
   * The record.
   *
   * @throws StartException if the file cannot be read, or is not JSON
   */
  JsonNode read(CommandContext context) {
    try {
      return JsonText.stored(
          file,
          file.equals(STANDARD_INPUT)
              ? context.in().lines().collect(Collectors.joining("\n"))
              : Files.readString(Path.of(file), StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw FileFault.unread(file, failed);
    }
  }
}
