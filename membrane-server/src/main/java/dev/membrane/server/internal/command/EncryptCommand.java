package dev.membrane.server.internal.command;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Encrypts a database that no server has open. */
@Command(
    name = "encrypt",
    description = {
      "Encrypts a database, which no server has open, with the key of encryption_key_file or"
          + " key_provider. An encrypted copy is made and compared with it. That of an SQLite"
          + " database is made next to it and then takes its place, and the database is removed."
          + " That of a PostgreSQL database is made where --to says, and the database stays. If"
          + " this is interrupted, start it again: until then the database is as it was."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is encrypted",
      "1:it could not be encrypted, and is as it was",
      "2:bad command line",
      "78:bad configuration"
    })
final class EncryptCommand implements Callable<Integer> {

  private final CommandContext context;

  @Option(
      names = "--to",
      paramLabel = "DSN",
      description =
          "For a PostgreSQL database: another schema or database, without tables, as in"
              + " postgres_dsn.")
  private @Nullable String to;

  EncryptCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Config config = context.config();
    new EncryptWork(context.out(), context.err(), to).run(ServerConfig.of(config), config);
    return ExitCode.OK;
  }
}
