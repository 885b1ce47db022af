package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** Takes in the database of the reference server. */
@Command(
    name = "import-reference",
    description =
        "Takes in the SQLite database of the reference server, an earlier Membrane in Go. Prints"
            + " what was taken, changed and left. A second run adds nothing.",
    sortOptions = false)
final class ImportReferenceCommand extends ImportCommand {

  private static final int PAGE = 500;

  ImportReferenceCommand(CommandContext context) {
    super(context);
  }

  @Override
  void read(Path from, ImportedRecords into) {
    try (ReferenceDatabase database = ReferenceDatabase.open(from)) {
      ReferenceRecords records = new ReferenceRecords(into.report());
      List<String> ids = database.order().ids();
      for (int next = 0; next < ids.size(); next += PAGE) {
        List<String> page = ids.subList(next, Math.min(ids.size(), next + PAGE));
        for (ObjectNode row : database.read(page)) {
          records.convert(row).ifPresent(into::add);
        }
      }
      into.send();
    }
  }
}
