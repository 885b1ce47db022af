package dev.membrane.store.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Turns the connection strings that other PostgreSQL clients take into those of the JDBC driver.
 */
final class Dsn {

  private static final String FORMS =
      "must be postgres://user:password@host:port/database, the same with postgresql://,"
          + " or jdbc:postgresql://host:port/database";

  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final int MAX_PORT = 65_535;

  private static final String JDBC = "jdbc:postgresql:";
  private static final List<String> SCHEMES = List.of("postgres://", "postgresql://");

  /** Parameters that the driver calls by another name. */
  private static final Map<String, String> DRIVER_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "connect_timeout", "connectTimeout",
          "search_path", "currentSchema",
          "target_session_attrs", "targetServerType");

  private static final Map<String, String> DRIVER_VALUES =
      Map.of(
          "read-write", "primary",
          "read-only", "secondary",
          "standby", "secondary",
          "prefer-standby", "preferSecondary");

  private Dsn() {}

  static String toJdbcUrl(String dsn) {
    String url = dsn.startsWith(JDBC) ? dsn : toUrl(dsn);
    // The driver would write a line of its own about it.
    requirePorts(url.substring(JDBC.length()));
    @Nullable Properties properties = Driver.parseURL(url, null);
    if (properties == null) {
      throw new IllegalArgumentException(FORMS);
    }
    requireKnown(properties.stringPropertyNames());
    requireValues(properties);
    return url;
  }

  private static void requirePorts(String place) {
    if (!place.startsWith("//")) {
      return;
    }
    for (String host : place.substring(2).split("[/?]", 2)[0].split(",", -1)) {
      String port = host.substring(host.lastIndexOf(']') + 1);
      if (port.contains(":") && !isPort(port.substring(port.lastIndexOf(':') + 1))) {
        throw new IllegalArgumentException("has a port that is no number from 1 to 65535");
      }
    }
  }

  private static boolean isPort(String text) {
    return text.isEmpty()
        || (PORT.matcher(text).matches()
            && Integer.parseInt(text) >= 1
            && Integer.parseInt(text) <= MAX_PORT);
  }

  // Some the driver would refuse only with each connection.
  private static void requireValues(Properties properties) {
    for (PGProperty property : PGProperty.values()) {
      String value = properties.getProperty(property.getName(), "");
      String @Nullable [] choices = property.getChoices();
      if (choices != null
          && !value.isEmpty()
          && Arrays.stream(choices).noneMatch(value::equalsIgnoreCase)) {
        throw new IllegalArgumentException(
            "has a value of %s that is none of: %s"
                .formatted(property.getName(), String.join(", ", choices)));
      }
    }
  }

  // The driver ignores what it does not know, such as a mistyped sslmode.
  private static void requireKnown(Set<String> names) {
    for (String name : new TreeSet<>(names)) {
      if (PGProperty.forName(name) == null) {
        throw new IllegalArgumentException(
            "has a parameter that PostgreSQL's driver does not know; a & in a password is written %26");
      }
    }
  }

  private static String toUrl(String dsn) {
    String rest =
        SCHEMES.stream()
            .filter(dsn::startsWith)
            .map(scheme -> dsn.substring(scheme.length()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(FORMS));
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    List<String> parameters = parameters(question < 0 ? "" : rest.substring(question + 1));
    int at = place.lastIndexOf('@');
    if (at >= 0) {
      addUser(place.substring(0, at), parameters);
    }
    return JDBC
        + "//"
        + hostAndDatabase(place.substring(at + 1))
        + '?'
        + String.join("&", parameters);
  }

  private static void addUser(String user, List<String> parameters) {
    int colon = user.indexOf(':');
    parameters.add("user=" + encoded(decoded(colon < 0 ? user : user.substring(0, colon))));
    if (colon >= 0) {
      parameters.add("password=" + encoded(decoded(user.substring(colon + 1))));
    }
  }

  private static String hostAndDatabase(String place) {
    int slash = place.indexOf('/');
    String hosts = slash < 0 ? place : place.substring(0, slash);
    String database = slash < 0 ? "" : place.substring(slash + 1);
    return (hosts.isEmpty() ? "localhost" : hosts) + '/' + encoded(decoded(database));
  }

  private static List<String> parameters(String query) {
    List<String> parameters = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      if (equals > 0) {
        String name = parameter.substring(0, equals);
        String value = decoded(parameter.substring(equals + 1));
        parameters.add(
            DRIVER_NAMES.getOrDefault(name, name)
                + '='
                + encoded(DRIVER_VALUES.getOrDefault(value, value)));
      }
    }
    return parameters;
  }

  // Unlike in a form, a plus is a plus.
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException bad) {
      throw new IllegalArgumentException("has a % that no two hexadecimal digits follow", bad);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
