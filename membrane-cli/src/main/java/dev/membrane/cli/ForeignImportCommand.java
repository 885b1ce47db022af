package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Takes in what another memory has kept. The ids of the records are made of what they are, so that
 * a second run finds them and adds nothing.
 */
abstract class ForeignImportCommand extends MemoryCommand {

  @Parameters(index = "0", paramLabel = "FILE", description = "The file, which is only read.")
  private Path file = Path.of("");

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "Scope for what names none; without it, everybody sees that.")
  private @Nullable String scope;

  @Option(names = "--dry-run", description = "Tell what would be taken, and take nothing.")
  private boolean dryRun;

  ForeignImportCommand(CommandContext context) {
    super(context);
  }

  @Override
  boolean mayBegin() {
    return !dryRun;
  }

  @Override
  public final Integer call() {
    check(file);
    if (!dryRun) {
      return super.call();
    }
    ImportReport report = new ImportReport(true);
    read(file, new ImportedRecords(report, null, scope, context().err()));
    return print(report.toJson());
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    ImportReport report = new ImportReport(false);
    read(file, new ImportedRecords(report, memory, scope, context().err()));
    return report.toJson();
  }

  /**
   * Looks at the file before a memory is opened, or made where there is none. Does not open it, as
   * what is piped can be read once only.
   *
   * @throws StartException if it cannot be read
   */
  void check(Path from) {
    if (Files.isDirectory(from)) {
      throw new StartException(from + ": is a folder");
    }
    if (!Files.exists(from)) {
      throw new StartException(from + ": no such file");
    }
    if (!Files.isReadable(from)) {
      throw new StartException(from + ": cannot be read: access denied");
    }
  }

  /** Reads the file, and hands in each record of it. */
  abstract void read(Path from, ImportedRecords into);

  @Override
  String text(JsonNode answer) {
    return ImportReport.text(answer);
  }

  @Override
  int exitCode(JsonNode answer) {
    return answer.path("refused").isEmpty() ? 0 : 1;
  }
}
