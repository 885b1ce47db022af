package dev.membrane.server;

import java.util.Set;

/** The variables of the environment that are no keys of the configuration. */
final class Variables {

  /** {@code text} or {@code json}. */
  static final String LOG_FORMAT = "MEMBRANE_LOG_FORMAT";

  /** The one key that is a list. */
  static final String PRINCIPALS = "MEMBRANE_PRINCIPALS";

  /** Those that the start script, the log and commands read. */
  static final Set<String> OTHERS =
      Set.of(
          "MEMBRANE_CACHE",
          "MEMBRANE_CLIENT_KEY",
          "MEMBRANE_JAVA_OPTS",
          LOG_FORMAT,
          "MEMBRANE_LOG_LEVEL");

  private Variables() {}
}
