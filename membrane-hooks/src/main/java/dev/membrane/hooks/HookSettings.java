package dev.membrane.hooks;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the configuration.
 *
 * @param stopMeans which outcome is recorded for a turn that ended by itself
 * @param sensitivity of what is stored; null: the default of the server
 * @param maxBytes the longest text or result that is stored whole
 * @param maxTokens the longest answer, by the estimate of {@link dev.membrane.TokenEstimate}
 * @param within how long to wait for memory at most
 */
record HookSettings(
    StopMeans stopMeans,
    @Nullable Sensitivity sensitivity,
    int maxBytes,
    int maxTokens,
    Duration within) {

  /** What the plugin is called. */
  static final String NAME = "hooks";

  private static final String STOP_MEANS = "stop_means";
  private static final String SENSITIVITY = "sensitivity";
  private static final String WITHIN = "answer_within";
  private static final Duration MAX_LENGTH = Duration.ofSeconds(10);

  /** What is concluded where the host does not say how a turn ended, only that it did. */
  enum StopMeans {
    /** It succeeded, unless its last call failed. */
    SUCCESS,
    /** Nothing is concluded. */
    NOTHING;

    static StopMeans of(String name) {
      return Arrays.stream(values())
          .filter(one -> one.wireName().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      Arrays.stream(values())
                          .map(StopMeans::wireName)
                          .collect(Collectors.joining(" or ", "must be ", ""))));
    }

    private String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads the settings; what is wrong becomes a fault. */
  static HookSettings from(Config all) {
    Config config = all.plugin(NAME);
    return new HookSettings(
        config.value(STOP_MEANS, StopMeans.SUCCESS, StopMeans::of),
        sensitivity(config),
        (int) config.integer("max_result_bytes", 4_096, 256, 65_536),
        (int) config.integer("max_answer_tokens", 800, 100, 2_000),
        within(config));
  }

  private static @Nullable Sensitivity sensitivity(Config config) {
    return config.has(SENSITIVITY)
        ? config.value(SENSITIVITY, Sensitivity.HYPER, name -> Sensitivity.of(SENSITIVITY, name))
        : null;
  }

  private static Duration within(Config config) {
    Duration within = config.duration(WITHIN, Duration.ofMillis(300));
    if (within.compareTo(MAX_LENGTH) > 0) {
      config.fault(WITHIN, "must be at most 10s");
    }
    return within;
  }
}
