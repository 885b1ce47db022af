package dev.membrane.hooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.HttpAddress;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.local.LocalServer;
import dev.membrane.spi.Config;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Prints the settings with which a host tells the server what its agents do. */
@Command(
    name = "hooks",
    description = "Prints the settings by which an agent's host reports its events to the server.",
    sortOptions = false)
final class HooksCommand implements Callable<Integer> {

  /** No host shows what a hook is refused for. */
  private static final String WITHOUT_SCOPE =
      "Without --scope, the hooks of a key of several scopes are refused, which no host shows;"
          + " what a key of all scopes tells is stored without a scope, where every key sees it.";

  /** What can be named. */
  static final class KnownNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Host.ALL.stream().map(Host::name).iterator();
    }
  }

  /** Finds what is named. */
  static final class ByName implements ITypeConverter<Host> {

    @Override
    public Host convert(String name) {
      return Host.ALL.stream()
          .filter(one -> one.name().equals(name))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("must be one of: " + names()));
    }

    private static String names() {
      return Host.ALL.stream().map(Host::name).collect(Collectors.joining(", "));
    }
  }

  private final CommandContext context;

  @Parameters(
      paramLabel = "HOST",
      completionCandidates = KnownNames.class,
      converter = ByName.class,
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private Host host = Host.ALL.get(0);

  @Option(names = "--shell", description = "Print curl commands, for a host without HTTP hooks.")
  private boolean isShell;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "The scope to store and search in, if the key has several.")
  private @Nullable String scope;

  HooksCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Connection to = connection();
    context.out().println(pretty(to));
    host.remarks(to).forEach(context.err()::println);
    if (scope == null) {
      context.err().println(WITHOUT_SCOPE);
    }
    return 0;
  }

  private Connection connection() {
    Config config = context.config();
    LocalServer.check(config);
    ListenAddress address = HttpAddress.from(config);
    if (address.socket().getPort() == 0) {
      throw new StartException(HttpAddress.KEY + ": must have a port that hosts can be told");
    }
    boolean isEncrypted = config.has("tls_cert_file");
    String url =
        (isEncrypted ? "https://" : "http://") + address.asTarget() + HookEndpoint.pathOf(host);
    return new Connection(url, isEncrypted, isShell, scope());
  }

  private @Nullable String scope() {
    try {
      if (scope != null) {
        Visible.checkIdentifier("--scope", scope);
      }
      return scope;
    } catch (ValidationException bad) {
      throw StartException.commandLine(String.valueOf(bad.getMessage()));
    }
  }

  private String pretty(Connection to) {
    try {
      String settings = new RecordCodec().write(host.settings(to));
      return new JsonMapper().readTree(settings).toPrettyString();
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("what was written is JSON", impossible);
    }
  }
}
