package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;

/** Takes in the database of the reference server. */
@Command(
    name = "import-reference",
    description =
        "Takes in the SQLite database of the reference server, an earlier Membrane in Go. Prints"
            + " what was taken, changed and left. A second run adds nothing.",
    sortOptions = false)
final class ImportReferenceCommand extends ForeignImportCommand {

  private static final int PAGE = 500;

  ImportReferenceCommand(CommandContext context) {
    super(context);
  }

  @Override
  void check(Path from) {
    super.check(from);
    ReferenceDatabase.open(from).close();
  }

  @Override
  void read(Path from, ImportedRecords into) {
    try (ReferenceDatabase database = ReferenceDatabase.open(from)) {
      for (long left = database.withoutId(); left > 0; left--) {
        into.refuse("record without id", "a record without id");
      }
      List<String> ids = database.order().ids();
      ReferenceRecords records = new ReferenceRecords(new ReferenceIds(ids), into.report());
      Set<String> replaced = database.replacedStates(into.scopeOf(JsonText.object()));
      for (int next = 0; next < ids.size(); next += PAGE) {
        List<String> page = ids.subList(next, Math.min(ids.size(), next + PAGE));
        for (ObjectNode row : database.read(page)) {
          if (replaced.contains(row.path("id").asText())) {
            into.report().left("working states that are not the latest of their thread");
          } else {
            take(row, records, into);
          }
        }
      }
      database.checkUnchanged();
      into.send();
    }
  }

  private static void take(ObjectNode row, ReferenceRecords records, ImportedRecords into) {
    String id = row.path("id").asText();
    String name = "record " + id;
    ImportNotes notes = new ImportNotes();
    Optional<ObjectNode> converted;
    try {
      converted = records.convert(row, notes);
    } catch (StartException malformed) {
      into.refuse(name, String.join("; ", malformed.faults()));
      return;
    }
    if (converted.filter(record -> into.add(name, record, notes)).isPresent()) {
      records.admitted(id);
    }
  }
}
