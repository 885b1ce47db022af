package dev.membrane.server;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Encrypts a database that no server has open. */
@Command(
    name = "encrypt",
    description = {
      "Encrypts a database, which no server has open, with the key of encryption_key_file. An"
          + " encrypted copy is made beside it and compared with it. It then takes the place of the"
          + " database, which is removed. If this is interrupted, start it again: until then the"
          + " database is as it was."
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

  EncryptCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    new EncryptRun(context.out(), context.err(), context.isTerminal())
        .run(Blueprint.of(context.config()));
    return ExitCode.OK;
  }
}
