package dev.membrane.store.postgres;

import dev.membrane.spi.Config;
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

  /** The only key that is read. */
  static final String KEY = "postgres_dsn";

  private static final String DEFAULT_SCHEMA = "membrane";
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private final String url;
  private final String schema;

  private PostgresConfig(String url) {
    this.url = url;
    this.schema = schema(dataSource().getCurrentSchema());
  }

  /**
   * Understands a connection string.
   *
   * @throws IllegalArgumentException if it is none of the forms; the message tells no secret
   */
  public static PostgresConfig of(String dsn) {
    return new PostgresConfig(Dsn.toJdbcUrl(dsn));
  }

  /**
   * Reads {@code postgres_dsn}; null, and a fault noted, if there is none or it is not understood.
   */
  static @Nullable PostgresConfig from(Config config) {
    String dsn = config.text(KEY);
    if (dsn == null) {
      config.fault(KEY, "is needed by backend postgres, as postgres://user@host/database");
      return null;
    }
    try {
      return of(dsn);
    } catch (IllegalArgumentException bad) {
      config.fault(KEY, String.valueOf(bad.getMessage()));
      return null;
    }
  }

  /** The schema that memory lives in. */
  String schema() {
    return schema;
  }

  /** A new source of connections, to be completed. */
  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
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
