package dev.membrane.store.postgres;

import dev.membrane.spi.Config;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.store.jdbc.crypto.FileKey;
import dev.membrane.store.postgres.internal.database.DatabaseAccess;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where the database is and with which user it is opened.
 *
 * <p>A {@code postgres_dsn} is {@code postgres://user:password@host:port/database?parameter=value},
 * the same with {@code postgresql://}, or a JDBC URL of PostgreSQL's driver. Memory lives in the
 * schema {@code membrane} unless {@code currentSchema} or {@code search_path} names another one; it
 * is made where it is missing.
 */
public final class PostgresConfig {

  private static final String DSN = "postgres_dsn";

  private static final String KEYS_DSN = "postgres_keys_dsn";

  /** All keys that are read. */
  static final Set<String> KEYS = Set.of(DSN, KEYS_DSN);

  private static final String DEFAULT_SCHEMA = "membrane";
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private final String url;
  private final String schema;
  private final @Nullable Supplier<? extends KeyEncryptionKey> key;
  private final @Nullable PostgresConfig keys;

  private PostgresConfig(
      String url,
      @Nullable Supplier<? extends KeyEncryptionKey> key,
      @Nullable PostgresConfig keys) {
    this.url = url;
    this.key = key;
    this.keys = keys;
    this.schema = schema(dataSource().getCurrentSchema());
  }

  /**
   * Understands the connection string of a database that is not encrypted.
   *
   * @throws IllegalArgumentException if it is none of the forms; the message tells no secret
   */
  public static PostgresConfig of(String dsn) {
    return new PostgresConfig(Dsn.toJdbcUrl(dsn), null, null);
  }

  /**
   * The same, encrypted.
   *
   * @param keyFile has 32 random bytes, in Base64 or hexadecimal; nobody but its owner may read or
   *     write it
   */
  public PostgresConfig encryptedWith(Path keyFile) {
    return encryptedWith(FileKey.in(keyFile));
  }

  /**
   * The same, encrypted.
   *
   * @param opening opens the key, as a {@link dev.membrane.spi.KeyProvider} has it; null: it is not
   *     encrypted
   */
  public PostgresConfig encryptedWith(@Nullable Supplier<? extends KeyEncryptionKey> opening) {
    return new PostgresConfig(url, opening, keys);
  }

  /**
   * The same, with its data keys in another PostgreSQL database, which has backups of its own: then
   * erasing a scope makes its part of earlier backups unreadable. That is settled when the database
   * is made.
   *
   * @param dsn a connection string, as for {@link #of}; the tables are made in its schema, which
   *     belongs to this memory alone
   * @throws IllegalArgumentException as there
   */
  public PostgresConfig dataKeysIn(String dsn) {
    return new PostgresConfig(url, key, of(dsn));
  }

  /** The same database where nothing is encrypted. */
  PostgresConfig plain() {
    return new PostgresConfig(url, null, null);
  }

  /** The same, encrypted as another one; its data keys are in the same place. */
  PostgresConfig encryptedAs(PostgresConfig other) {
    return new PostgresConfig(url, other.key, other.keys);
  }

  /**
   * Reads {@code postgres_dsn}; null, and a fault noted, if there is no connection string or it is
   * not understood. It is not encrypted.
   */
  static @Nullable PostgresConfig from(Config config) {
    if (config.text(DSN) == null) {
      config.fault(DSN, "is needed by backend postgres, as postgres://user@host/database");
    }
    return from(config, DSN);
  }

  /**
   * The same, encrypted, with {@code postgres_keys_dsn}.
   *
   * @param opening opens the key; null: it is not encrypted
   */
  static @Nullable PostgresConfig from(
      Config config, @Nullable Supplier<? extends KeyEncryptionKey> opening) {
    @Nullable PostgresConfig of = from(config);
    @Nullable PostgresConfig keys = from(config, KEYS_DSN);
    if (keys != null && opening == null) {
      config.fault(KEYS_DSN, "needs encryption_key_file or key_provider");
    }
    return of == null ? null : new PostgresConfig(of.url, opening, keys);
  }

  /** Notes a fault for each connection string that is not understood. */
  static void check(Config config) {
    @Nullable PostgresConfig unused = from(config, DSN);
    @Nullable PostgresConfig unusedKeys = from(config, KEYS_DSN);
  }

  private static @Nullable PostgresConfig from(Config config, String name) {
    String dsn = config.text(name);
    try {
      return dsn == null ? null : of(dsn);
    } catch (IllegalArgumentException bad) {
      config.fault(name, String.valueOf(bad.getMessage()));
      return null;
    }
  }

  /** The schema that memory lives in. */
  String schema() {
    return schema;
  }

  /** Opens the key that the database is encrypted with; null: it is not encrypted. */
  @Nullable Supplier<? extends KeyEncryptionKey> key() {
    return key;
  }

  /** Where the data keys are; null: in the database itself. */
  @Nullable PostgresConfig keys() {
    return keys;
  }

  /** What connections are opened with. */
  DatabaseAccess access() {
    return new DatabaseAccess(
        this::dataSource, schema, key, keys == null ? null : keys.access(), toString());
  }

  /** A new source of connections, to be completed. */
  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
    // Else the messages of failures, which are logged, have whole records in them.
    source.setLogServerErrorDetail(false);
    return source;
  }

  private static String schema(@Nullable String path) {
    String first = path == null ? DEFAULT_SCHEMA : path.split(",", -1)[0].trim();
    if (!SCHEMA.matcher(first).matches()) {
      throw new IllegalArgumentException(
          "the schema name may have lower-case letters, digits and underscores only");
    }
    return first;
  }

  /** The place, without secrets. */
  @Override
  public String toString() {
    PGSimpleDataSource source = dataSource();
    StringBuilder text = new StringBuilder("postgres ");
    String[] servers = source.getServerNames();
    for (int i = 0; i < servers.length; i++) {
      text.append(i == 0 ? "" : ",").append(servers[i]);
      int port = source.getPortNumbers()[i];
      text.append(port == 0 ? "" : ":" + port);
    }
    return text.append('/')
        .append(source.getDatabaseName())
        .append(" schema ")
        .append(schema)
        .toString();
  }
}
