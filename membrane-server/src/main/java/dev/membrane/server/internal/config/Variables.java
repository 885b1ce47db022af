package dev.membrane.server.internal.config;

import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.spi.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The variables of the environment that are no keys of the configuration. */
public final class Variables {

  private static final String LOG_FORMAT = "MEMBRANE_LOG_FORMAT";
  private static final String JSON = "json";
  private static final List<String> LOG_FORMATS = List.of("text", JSON);

  private static final String LOG_LEVEL = "MEMBRANE_LOG_LEVEL";
  private static final List<String> LOG_LEVELS =
      List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

  /** The one key that is a list. */
  public static final String PRINCIPALS = "MEMBRANE_PRINCIPALS";

  /** Those that the start script, the log and commands read. */
  public static final Set<String> OTHERS =
      Set.of(
          "MEMBRANE_CACHE", HttpCaller.KEY_VARIABLE, "MEMBRANE_JAVA_OPTS", LOG_FORMAT, LOG_LEVEL);

  private Variables() {}

  /**
   * Checks what is read where nothing can be said of it: a log could not say that it goes nowhere.
   *
   * @throws StartException with one line per fault
   */
  public static void checkLog(Map<String, String> environment) {
    List<String> faults = new ArrayList<>();
    Config.variable(environment, LOG_FORMAT)
        .filter(format -> !LOG_FORMATS.contains(format))
        .ifPresent(bad -> faults.add(mustBe(LOG_FORMAT, LOG_FORMATS)));
    Config.variable(environment, LOG_LEVEL)
        .filter(level -> !LOG_LEVELS.contains(level.toUpperCase(Locale.ROOT)))
        .ifPresent(bad -> faults.add(mustBe(LOG_LEVEL, LOG_LEVELS)));
    if (!faults.isEmpty()) {
      throw StartException.configuration(faults);
    }
  }

  /** Whether each line of the log is to be an object of JSON. */
  public static boolean isLogJson(Map<String, String> environment) {
    return Config.variable(environment, LOG_FORMAT).filter(JSON::equals).isPresent();
  }

  private static String mustBe(String name, List<String> words) {
    return name + " must be one of: " + String.join(", ", words);
  }
}
