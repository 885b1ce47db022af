package dev.membrane.server.internal.process;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.config.ConfigFile;
import dev.membrane.server.internal.config.Variables;
import dev.membrane.spi.Config;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes, and the configuration that they lead to. */
final class ServerOptions {

  static final String ADDRESS = "--addr";

  /** Of each option, one of its names. */
  static final List<String> NAMES = List.of("--config", "--db", "--postgres-dsn", ADDRESS);

  private static final String POSTGRES = "postgres";
  private static final Path DEFAULT_CONFIG = Path.of("config.yaml");

  @Option(
      names = {"--config", "-config"},
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "YAML file of settings; config.yaml in this folder if there is one.")
  private @Nullable String configFile;

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
      names = {ADDRESS, "-addr"},
      scope = ScopeType.INHERIT,
      paramLabel = "HOST:PORT",
      description = "Address to listen on, as listen_addr.")
  private @Nullable String addr;

  private final Map<String, String> environment;

  ServerOptions(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Takes the flags that {@link PlainFlags} has read. */
  void take(Map<String, String> flags) {
    configFile = flags.get("config");
    db = flags.get("db");
    postgresDsn = flags.get("postgres-dsn");
    addr = flags.get("addr");
  }

  Map<String, String> environment() {
    return environment;
  }

  /** Whether a flag names the store. */
  boolean isStoreNamed() {
    return db != null || postgresDsn != null;
  }

  /** The same options as words. */
  List<String> words() {
    List<String> options = new ArrayList<>();
    if (configFile != null) {
      options.addAll(List.of("--config", configFile));
    }
    if (db != null) {
      options.addAll(List.of("--db", db));
    }
    if (postgresDsn != null) {
      options.addAll(List.of("--postgres-dsn", postgresDsn));
    }
    if (addr != null) {
      options.addAll(List.of(ADDRESS, addr));
    }
    return options;
  }

  /**
   * Flags over the environment over the file.
   *
   * @throws StartException if the file cannot be read, the flags contradict it, or there could be
   *     no such log
   */
  Config config() {
    Variables.checkLog(environment);
    return config(file());
  }

  /**
   * The same with the settings of another file.
   *
   * @throws StartException as there
   */
  Config configWith(Path other) {
    return config(ConfigFile.read(other));
  }

  private Config config(Map<String, JsonValue> file) {
    Map<String, JsonValue> flags = new LinkedHashMap<>();
    put(flags, "db_path", db);
    put(flags, "postgres_dsn", postgresDsn);
    put(flags, "listen_addr", addr);
    Config config = new Config(flags, environment, file);
    return postgresDsn == null ? config : withPostgres(config, flags, file);
  }

  /** A database of PostgreSQL on the command line is also the choice of that backend. */
  private Config withPostgres(
      Config config, Map<String, JsonValue> flags, Map<String, JsonValue> file) {
    String backend = config.text("backend", POSTGRES);
    if (!backend.equals(POSTGRES)) {
      throw StartException.configuration(
          "--postgres-dsn: asks for backend " + POSTGRES + ", but backend is " + backend);
    }
    put(flags, "backend", POSTGRES);
    return new Config(flags, environment, file);
  }

  private Map<String, JsonValue> file() {
    if (configFile != null) {
      return ConfigFile.read(Path.of(configFile));
    }
    // A link that leads nowhere was meant for a file, too.
    return Files.exists(DEFAULT_CONFIG, LinkOption.NOFOLLOW_LINKS)
        ? ConfigFile.read(DEFAULT_CONFIG)
        : Map.of();
  }

  private static void put(Map<String, JsonValue> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, new JsonString(value));
    }
  }
}
