package dev.membrane.server.internal.command;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.start.ServerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Looks for words that must not be there. */
@Command(
    name = "scan-for",
    description = {
      "Looks for words in all bytes of the store, even while a server runs: for SQLite in all"
          + " files of the folder of the database, for PostgreSQL in all tables. Prints where"
          + " each was found first, and how often."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:none was found",
      "1:something cannot be read, and no word was found in the rest",
      "2:bad command line",
      "3:a word was found",
      "78:bad configuration"
    })
final class ScanForCommand implements Callable<Integer> {

  private final CommandContext context;

  @Parameters(index = "0", paramLabel = "FILE", description = "A word or phrase on each line.")
  private Path words = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "PATH",
      description = "Further files and folders, such as exports and backups.")
  private @Nullable List<Path> paths;

  ScanForCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return new Scanning(context.out(), context.err())
        .run(
            words,
            ServerConfig.of(context.config()).storedBytes(),
            Objects.requireNonNullElse(paths, List.of()));
  }
}
