package dev.membrane.server.internal.command;

import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Verifies the audit logs of a store that nobody, or a running server, writes. */
@Command(
    name = "verify-audit",
    description = {
      "Checks every audit log against its hashes and the records, and all derived data against"
          + " both, even while a server runs. Prints the first fault and a head digest. The"
          + " digest, kept elsewhere, shows later whether logs were removed or rewritten."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no fault",
      "1:the store cannot be opened",
      "2:bad command line",
      "3:a fault was found",
      "78:bad configuration"
    })
final class VerifyAuditCommand implements Callable<Integer> {

  private final CommandContext context;

  @Option(
      names = "--rebuild",
      description =
          "First make the index of words, the lists of tags and the counts of words anew, from the"
              + " records. No server may have an SQLite database open; those of a PostgreSQL database"
              + " refuse to write if it takes long.")
  private boolean rebuild;

  VerifyAuditCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Config config = context.config();
    ServerConfig serverConfig = ServerConfig.of(config);
    try (StoreReader store = rebuild ? rebuilt(serverConfig, config) : serverConfig.openReader()) {
      return new AuditCheck(context.out(), context.err()).run(store);
    } catch (StoreUnavailableException | StoreOpenException refused) {
      throw new StartException(String.valueOf(refused.getMessage()), refused);
    }
  }

  private MemoryStore rebuilt(ServerConfig serverConfig, Config config) {
    MemoryStore store = upToDate(serverConfig, config);
    boolean done = false;
    try {
      if (!store.rebuild()) {
        throw new StartException("--rebuild: this store keeps nothing that could be made anew");
      }
      context.out().println("rebuilt: the index of words, the lists of tags, the counts");
      done = true;
      return store;
    } finally {
      if (!done) {
        store.close();
      }
    }
  }

  /** Looked at before it is opened to be written, which may change what an older one has. */
  private static MemoryStore upToDate(ServerConfig serverConfig, Config config) {
    StoreReader reader = serverConfig.openReader();
    boolean isUsed = false;
    try {
      AuditCheck.requirePresentWords(reader);
      if (reader instanceof MemoryStore opened) {
        isUsed = true;
        return opened;
      }
    } finally {
      if (!isUsed) {
        reader.close();
      }
    }
    return ServedStore.open(serverConfig, config, ServedStore.STOP_IT);
  }
}
