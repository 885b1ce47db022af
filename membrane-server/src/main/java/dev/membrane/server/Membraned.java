package dev.membrane.server;

import dev.membrane.EraseRequest;
import dev.membrane.internal.consolidate.ExtractionStageProvider;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.StoreUnavailableException;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the bundled server. */
@Command(
    name = "membraned",
    description = "Serves the memory of agents until it is stopped.",
    versionProvider = Membraned.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:stopped as asked", "1:could not start", "2:bad command line"})
public final class Membraned implements Callable<Integer> {

  private static final String POSTGRES = "postgres";
  private static final Logger LOG = LoggerFactory.getLogger(Membraned.class);
  private static final String PRINCIPALS = "MEMBRANE_PRINCIPALS";
  private static final String LOG_FORMAT = "MEMBRANED_LOG_FORMAT";

  /** Only the start script can tell, and says so. */
  private static final String TERMINAL = "membraned.stdout.terminal";

  private static final List<String> LOG_FORMATS = List.of("text", "json");
  private static final Path DEFAULT_CONFIG = Path.of("config.yaml");

  @Option(
      names = {"--config", "-config"},
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "YAML file of settings; config.yaml in this folder if there is one.")
  private @Nullable Path configFile;

  @Option(
      names = {"--db", "-db"},
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "Database file, as db_path.")
  private @Nullable String db;

  @Option(
      names = {"--postgres-dsn", "-postgres-dsn"},
      scope = ScopeType.INHERIT,
      paramLabel = "DSN",
      description = "Postgres connection, as postgres_dsn.")
  private @Nullable String postgresDsn;

  @Option(
      names = {"--addr", "-addr"},
      scope = ScopeType.INHERIT,
      paramLabel = "HOST:PORT",
      description = "Address to listen on, as listen_addr.")
  private @Nullable String addr;

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

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;
  private final PrintWriter out;

  Membraned(Map<String, String> environment, PrintWriter out) {
    this.environment = Map.copyOf(environment);
    this.out = out;
  }

  /** Runs the server until the process is told to stop. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    oneLog();
    int code = CommandLine.ExitCode.SOFTWARE;
    try {
      code = execute(System.getenv(), out, args);
    } catch (RuntimeException | Error broken) {
      // Whatever it is: threads that were started must not keep half a server alive.
      LOG.error("cannot go on", broken);
    }
    System.exit(code);
  }

  /**
   * What almost every start asks for needs no picocli, whose classes take longer than the store.
   */
  private static int execute(Map<String, String> environment, PrintWriter out, String... args) {
    Optional<Map<String, String>> plain = PlainFlags.read(args);
    return plain.isPresent()
        ? new Membraned(environment, out).serve(plain.get())
        : commandLine(environment, out).execute(args);
  }

  private int serve(Map<String, String> flags) {
    String file = flags.get("config");
    configFile = file == null ? null : Path.of(file);
    db = flags.get("db");
    postgresDsn = flags.get("postgres-dsn");
    addr = flags.get("addr");
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try {
      return call();
    } catch (StartException refused) {
      return refused(refused, err);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static int refused(StartException refused, PrintWriter err) {
    refused.faults().forEach(fault -> err.println("membraned: " + fault));
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Sends what libraries say through {@code java.util.logging} to the same log as all else. */
  private static void oneLog() {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  static CommandLine commandLine(Map<String, String> environment, PrintWriter out) {
    Membraned membraned = new Membraned(environment, out);
    CommandLine line = new CommandLine(membraned);
    Plugins.commands()
        .forEach(provider -> provider.commands(membraned.context()).forEach(line::addSubcommand));
    return line.setExecutionExceptionHandler(
        (failure, where, parsed) -> {
          if (!(failure instanceof StartException refused)) {
            throw failure;
          }
          return refused(refused, where.getErr());
        });
  }

  @Override
  public Integer call() throws InterruptedException {
    checkLogFormat();
    Server server = Server.start(config());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "membrane-stop"));
    Hangup.handle(() -> reload(server));
    out.println("membraned " + versionText() + " ready: " + server.summary());
    List<String> examples =
        Plugins.commands().stream().flatMap(it -> it.examples().stream()).toList();
    if (!examples.isEmpty()) {
      out.println("next: " + String.join("; ", examples));
    }
    server.awaitIdle();
    return CommandLine.ExitCode.OK;
  }

  /** A running server is not ended by a configuration with which none would start. */
  private void reload(Server server) {
    try {
      server.reload(config());
    } catch (StartException bad) {
      bad.faults().forEach(fault -> LOG.error("keys stay as they were: {}", fault));
    } catch (RuntimeException broken) {
      LOG.error("keys stay as they were", broken);
    }
  }

  /** The log itself could not say that it goes nowhere. */
  private void checkLogFormat() {
    String format = environment.getOrDefault(LOG_FORMAT, "");
    if (!format.isEmpty() && !LOG_FORMATS.contains(format)) {
      throw new StartException(LOG_FORMAT + " must be one of: " + String.join(", ", LOG_FORMATS));
    }
  }

  /** Verifies the audit logs of a store that nobody, or a running server, writes. */
  @Command(
      name = "verify-audit",
      description = {
        "Checks every audit log against its hashes and the records, and all derived data against"
            + " both, also beside a running server. Prints the first fault and a head digest. The"
            + " digest, kept elsewhere, shows later whether logs were removed or rewritten."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:no fault",
        "1:the store cannot be opened",
        "2:bad command line",
        "3:a fault was found"
      })
  int verifyAudit() {
    PrintWriter progress = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try (StoreReader store = Blueprint.of(config()).openReader()) {
      return new AuditCheck(out, progress).run(store);
    } catch (StoreUnavailableException lost) {
      throw new StartException(String.valueOf(lost.getMessage()), lost);
    }
  }

  /** Erases records of a store that no server has open. */
  @Command(
      name = "erase",
      description = {
        "Erases records from a store that no server has open, with everything that was learned from"
            + " them and from nothing else. An erasure that is interrupted is finished by the next"
            + " start of membraned or of this command. A running server does the same by the call"
            + " Erase."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:all was erased", "1:it could not be", "2:bad command line"})
  int erase(
      @ArgGroup(multiplicity = "1") EraseTarget target,
      @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the proof.")
          @Nullable String reason,
      @Option(names = "--dry-run", description = "Tell what would be erased, and erase nothing.")
          boolean dryRun,
      @Option(
              names = "--override-policy",
              description = "Erase records whose deletion_policy is never, too.")
          boolean overridePolicy) {
    EraseRequest request =
        new EraseRequest(
            target.ids(),
            target.scope(),
            target.subject(),
            Objects.requireNonNullElse(reason, ""),
            dryRun,
            overridePolicy);
    Blueprint blueprint = Blueprint.of(config());
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    new EraseRun(out, err, Boolean.getBoolean(TERMINAL))
        .run(blueprint.builder(), blueprint.openStore(), request);
    return CommandLine.ExitCode.OK;
  }

  /** Looks for words that must not be there. */
  @Command(
      name = "scan-for",
      description = {
        "Looks for words in all bytes of the store, also beside a running server: for SQLite in all"
            + " files of the folder of the database, for PostgreSQL in all tables. Prints where"
            + " each was found first, and how often."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:none was found",
        "1:something cannot be read",
        "2:bad command line",
        "3:a word was found"
      })
  int scanFor(
      @Parameters(index = "0", paramLabel = "FILE", description = "A word or phrase on each line.")
          Path words,
      @Parameters(
              index = "1..*",
              paramLabel = "PATH",
              description = "Further files and folders, such as exports and backups.")
          @Nullable List<Path> paths) {
    return new Scanning(out)
        .run(
            words,
            Blueprint.of(config()).storedBytes(),
            Objects.requireNonNullElse(paths, List.of()));
  }

  /** Writes all that a store holds, also one that a running server writes. */
  @Command(
      name = "export",
      description = {
        "Writes the whole memory to a file, as of one instant, also beside a running server:"
            + " records with their audit logs, what is left of deleted ones, and waiting work."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:all was written", "1:it could not be", "2:bad command line"})
  int export(
      @Parameters(paramLabel = "FILE", description = "New file, or - for standard output.")
          String file,
      @Option(
              names = "--embeddings",
              description = "Include vectors, which an embedder could compute again.")
          boolean embeddings) {
    moves().export(Blueprint.of(config())::openReader, file, embeddings);
    return CommandLine.ExitCode.OK;
  }

  /** Brings what was exported to a store that nobody writes. */
  @Command(
      name = "import",
      description = {
        "Imports an export into a store that no server has open. An interrupted import is continued"
            + " by starting it again: it skips lines that are stored already."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:all is there", "1:it could not be", "2:bad command line"})
  int load(
      @Parameters(paramLabel = "FILE", description = "An export, or - for standard input.")
          String file) {
    moves().load(Blueprint.of(config())::openStore, file);
    return CommandLine.ExitCode.OK;
  }

  /** Shows what the extractor would be sent, and sends nothing. */
  @Command(
      name = "preview-extraction",
      description = {
        "Prints the requests to the language model about the waiting episodes, one body on each"
            + " line, also beside a running server. Nothing is sent, and no key is printed."
      },
      sortOptions = false,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:all was printed", "1:it could not be", "2:bad command line"})
  int previewExtraction(
      @Option(
              names = "--episodes",
              paramLabel = "COUNT",
              defaultValue = "50",
              description = "The most episodes to look at (${DEFAULT-VALUE}).")
          int episodes) {
    Config config = config();
    Blueprint blueprint = Blueprint.of(config);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try (StoreReader store = blueprint.openReader()) {
      dryRun(config).run(store, InstantSource.system().instant(), Math.max(1, episodes), out, err);
    } catch (StoreUnavailableException lost) {
      throw new StartException(String.valueOf(lost.getMessage()), lost);
    }
    return CommandLine.ExitCode.OK;
  }

  private static DryRun dryRun(Config config) {
    Extractor extractor =
        new Plugins()
            .extractor(new PluginContext(config))
            .orElseThrow(() -> new StartException("extractor: none is chosen, so nothing is sent"));
    return new DryRun(extractor, ExtractionStageProvider.maxSensitivity(config));
  }

  /** Prints what makes a shell complete the words of this command line. */
  @Command(
      name = "completion",
      description = {
        "Prints a script that completes these commands in bash and zsh:",
        "source <(membraned completion)"
      },
      sortOptions = false)
  int completion() {
    out.println(AutoComplete.bash("membraned", Objects.requireNonNull(spec).commandLine()));
    return CommandLine.ExitCode.OK;
  }

  private CommandContext context() {
    return new CommandContext() {
      @Override
      public Config config() {
        return Membraned.this.config();
      }

      @Override
      public List<String> options() {
        return Membraned.this.options();
      }

      @Override
      public boolean isStoreNamed() {
        return db != null || postgresDsn != null;
      }

      @Override
      public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
      }

      @Override
      public BufferedReader in() {
        return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      }

      @Override
      public InputStream input() {
        return System.in;
      }

      @Override
      public PrintWriter out() {
        return out;
      }

      @Override
      public PrintWriter err() {
        return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
      }

      @Override
      public boolean isTerminal() {
        return Boolean.getBoolean(TERMINAL);
      }
    };
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    if (configFile != null) {
      options.addAll(List.of("--config", configFile.toString()));
    }
    if (db != null) {
      options.addAll(List.of("--db", db));
    }
    if (postgresDsn != null) {
      options.addAll(List.of("--postgres-dsn", postgresDsn));
    }
    if (addr != null) {
      options.addAll(List.of("--addr", addr));
    }
    return options;
  }

  private Moves moves() {
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    return new Moves(out, err, versionText(), InstantSource.system());
  }

  private Config config() {
    Map<String, JsonValue> flags = new LinkedHashMap<>();
    put(flags, "db_path", db);
    put(flags, "postgres_dsn", postgresDsn);
    put(flags, "listen_addr", addr);
    String principals = environment.get(PRINCIPALS);
    if (principals != null) {
      // A variable is text, and this is the one key that is a list.
      flags.put("principals", ConfigFile.variable(PRINCIPALS, principals));
    }
    Config config = new Config(flags, environment, file());
    return postgresDsn == null ? config : withPostgres(config, flags);
  }

  /** A database of PostgreSQL on the command line is also the choice of that backend. */
  private Config withPostgres(Config config, Map<String, JsonValue> flags) {
    String backend = config.text("backend", POSTGRES);
    if (!backend.equals(POSTGRES)) {
      throw new StartException(
          "--postgres-dsn: asks for backend " + POSTGRES + ", but backend is " + backend);
    }
    put(flags, "backend", POSTGRES);
    return new Config(flags, environment, file());
  }

  private Map<String, JsonValue> file() {
    if (configFile != null) {
      return ConfigFile.read(configFile);
    }
    return Files.exists(DEFAULT_CONFIG) ? ConfigFile.read(DEFAULT_CONFIG) : Map.of();
  }

  private static void put(Map<String, JsonValue> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, new JsonString(value));
    }
  }

  private static void stop(Server server) {
    server.close();
    // Without this the JVM answers a signal with 143, which reads like a failure.
    Runtime.getRuntime().halt(CommandLine.ExitCode.OK);
  }

  private static String versionText() {
    String packaged = Membraned.class.getPackage().getImplementationVersion();
    return packaged == null ? "(not packaged)" : packaged;
  }

  /** Says which version of the code runs. */
  static final class Version implements CommandLine.IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {"membraned " + versionText()};
    }
  }
}
