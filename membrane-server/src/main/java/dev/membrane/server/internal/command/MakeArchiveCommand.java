package dev.membrane.server.internal.command;

import dev.membrane.server.StartException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells what the start script does before Java is started. */
@Command(
    name = "make-archive",
    description = {
      "Makes the archive of loaded classes with which starts are faster, and prints its name. It is"
          + " made in the background after the first start, unless this was done before. Nothing else"
          + " stands on the command line."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is there",
      "1:this Java makes none, the folder cannot be written, or with --if-missing somebody makes one"
          + " or none could be made today",
      "2:something else stands on the command line"
    })
final class MakeArchiveCommand implements Callable<Integer> {

  @Option(
      names = "--if-missing",
      description =
          "Make none if there is one, if somebody makes one, or if none could be made today.")
  @SuppressWarnings("unused") // The start script reads it.
  private boolean ifMissing;

  @Override
  public Integer call() {
    throw StartException.commandLine(
        "make-archive: bin/membraned does it, and takes nothing but --if-missing with it");
  }
}
