package dev.membrane.server.internal.process;

import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.server.internal.config.Variables;
import dev.membrane.server.internal.plugin.Plugins;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the bundled server. Without a command, it serves. */
@Command(
    name = "membraned",
    description = "Serves the memory of agents until it is stopped.",
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped as asked",
      "1:could not start",
      "2:bad command line",
      "3:verify-audit or scan-for found something",
      "78:bad configuration",
      "143:ended by SIGTERM before it was up"
    })
public final class Membraned implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(Membraned.class);

  /** What Java makes of bytes of an argument that it cannot read. Nothing tells it from itself. */
  private static final char UNREADABLE = '\uFFFD';

  @Mixin private final ServerOptions options;

  @Option(
      names = {"--version", "-version"},
      versionHelp = true,
      description = "Print the version and exit.")
  @SuppressWarnings("unused") // picocli looks at the annotation only
  private boolean version;

  @Option(
      names = {"--help", "-help", "-h"},
      scope = ScopeType.INHERIT,
      usageHelp = true,
      description = "Print this help and exit.")
  @SuppressWarnings("unused")
  private boolean help;

  private final PrintWriter out;

  Membraned(ServerOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /** Runs the server until the process is told to stop. */
  public static void main(String[] args) {
    StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(standard.stream());
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    oneLog();
    int code = CommandLine.ExitCode.SOFTWARE;
    try {
      code = execute(System.getenv(), out, args);
    } catch (Throwable broken) {
      // Whatever it is: threads that were started must not keep half a server alive.
      LOG.error("unexpected failure, the process ends", broken);
    }
    out.flush();
    System.exit(code == CommandLine.ExitCode.OK ? written(standard) : code);
  }

  private static int written(StandardOutput standard) {
    Optional<String> fault = standard.fault();
    fault.ifPresent(
        why ->
            lines(System.getenv())
                .refused(
                    err(), new StartException("standard output could not be written: " + why)));
    return fault.isPresent() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /**
   * What almost every start asks for needs no picocli, whose classes take longer than the store.
   */
  private static int execute(Map<String, String> environment, PrintWriter out, String... args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].indexOf(UNREADABLE) >= 0) {
        // Without what it says, which may be a secret.
        String fault = "argument " + (i + 1) + " is not UTF-8, or has U+FFFD";
        lines(environment).refused(err(), new StartException(fault));
        return CommandLine.ExitCode.USAGE;
      }
    }
    Optional<Map<String, String>> plain = PlainFlags.read(args);
    ServerOptions options = new ServerOptions(environment);
    if (plain.isPresent()) {
      return serve(options, plain.get(), out);
    }
    try {
      int code = commandLine(environment, out).execute(args);
      if (code == CommandLine.ExitCode.OK) {
        MissingArchive.make();
      }
      return code;
    } catch (StartException broken) {
      // A command that a module brings cannot be loaded.
      return refused(broken, options, err());
    }
  }

  private static PrintWriter err() {
    return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  }

  private static int serve(ServerOptions options, Map<String, String> flags, PrintWriter out) {
    options.take(flags);
    try {
      return new Membraned(options, out).call();
    } catch (StartException refused) {
      return refused(refused, options, err());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static int refused(StartException refused, ServerOptions options, PrintWriter err) {
    lines(options.environment()).refused(err, refused);
    return refused.exitCode();
  }

  static ProcessLines lines(Map<String, String> environment) {
    return new ProcessLines(Variables.isLogJson(environment), InstantSource.system());
  }

  /** Sends what libraries say through {@code java.util.logging} to the same log as all else. */
  static void oneLog() {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  static CommandLine commandLine(Map<String, String> environment, PrintWriter out) {
    ServerOptions options = new ServerOptions(environment);
    CommandContext context = new ProcessContext(options, out);
    CommandLine line = new CommandLine(new Membraned(options, out));
    Plugins.commands()
        .forEach(
            plugin ->
                plugin.tell("commands()", it -> it.commands(context).forEach(line::addSubcommand)));
    line.getSubcommands().values().forEach(command -> hideUnused(command.getCommandSpec()));
    line.setExecutionStrategy(new EmptyArgumentCheck());
    IParameterExceptionHandler usual = unknownCommand(line.getParameterExceptionHandler());
    line.setParameterExceptionHandler(
        Variables.isLogJson(environment) ? inJson(lines(environment)) : usual);
    return line.setExecutionExceptionHandler(
        (failure, where, parsed) -> {
          if (!(failure instanceof StartException refused)) {
            throw failure;
          }
          return refused(refused, options, where.getErr());
        });
  }

  /** Every command takes the options of the server, and none listens. One takes no settings. */
  private static void hideUnused(CommandSpec command) {
    boolean takesSettings = !command.name().equals(MissingArchive.COMMAND);
    List<String> unused = takesSettings ? List.of(ServerOptions.ADDRESS) : ServerOptions.NAMES;
    unused.forEach(option -> hide(command, option));
  }

  private static void hide(CommandSpec command, String name) {
    OptionSpec option = command.findOption(name);
    remove(command, name);
    // The commands below it inherit it.
    command.addOption(OptionSpec.builder(option).hidden(true).build());
  }

  private static void remove(CommandSpec command, String name) {
    command.remove(command.findOption(name));
    command.subcommands().values().forEach(below -> remove(below.getCommandSpec(), name));
  }

  /** No command is proposed for a word that is none, as the nearest one may delete. */
  private static IParameterExceptionHandler unknownCommand(IParameterExceptionHandler usual) {
    return (bad, args) -> {
      CommandLine where = bad.getCommandLine();
      boolean isWord = bad instanceof UnmatchedArgumentException word && !word.isUnknownOption();
      if (!isWord || where.getParent() != null) {
        return usual.handleParseException(bad, args);
      }
      where.getErr().println(bad.getMessage());
      where
          .getErr()
          .println("membraned serves without a command; membraned --help lists the others");
      return CommandLine.ExitCode.USAGE;
    };
  }

  /** The fault alone, as help is text. */
  private static IParameterExceptionHandler inJson(ProcessLines lines) {
    return (bad, args) -> {
      lines.refused(
          bad.getCommandLine().getErr(), new StartException(String.valueOf(bad.getMessage())));
      return CommandLine.ExitCode.USAGE;
    };
  }

  @Override
  public Integer call() throws InterruptedException {
    long began = System.nanoTime();
    Config config = options.config();
    String examples = examples(config);
    Server server = Server.start(config);
    ServerStop stop = new ServerStop(server, began);
    stop.handle();
    boolean hasServed = false;
    try {
      serve(server, examples);
      hasServed = true;
    } finally {
      if (!hasServed) {
        stop.fail();
      }
    }
    return stop.close();
  }

  /** Asked for before anything is open, so that a broken plugin ends nothing that serves. */
  private static String examples(Config config) {
    if (!Plugins.isHttpOn(config)) {
      return "";
    }
    String examples =
        Plugins.commands().stream()
            .flatMap(it -> it.ask("examples()", CommandProvider::examples).stream())
            .collect(Collectors.joining("; "));
    boolean asksForKey = config.has("api_key") || config.has("principals");
    return asksForKey && !examples.isEmpty()
        ? "with a key in " + HttpCaller.KEY_VARIABLE + ", " + examples
        : examples;
  }

  private void serve(Server server, String examples) throws InterruptedException {
    ReloadSignal.handle(() -> reload(server));
    lines(options.environment()).ready(out, server.summary(), examples);
    MissingArchive.make();
    server.awaitIdle();
  }

  /** A running server is not ended by a configuration with which none would start. */
  private void reload(Server server) {
    try {
      server.reload(options.config());
    } catch (StartException bad) {
      bad.faults()
          .forEach(fault -> LOG.error("reload refused, the old keys stay in use: {}", fault));
    } catch (RuntimeException broken) {
      LOG.error("reload failed, the old keys stay in use", broken);
    }
  }
}
