package dev.membrane.internal.change;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Config;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What new records get unless the request asks for something else.
 *
 * @param sensitivity who may see them
 * @param episodicHalfLifeSeconds half-life of episodes, at least 1
 * @param semanticHalfLifeSeconds half-life of facts, competences and plan graphs, at least 1
 * @param workingHalfLifeSeconds half-life of working states, at least 1
 * @param initialSalience finite, at least 0
 * @param deletionPolicy what may delete them
 * @param curve how salience falls; not {@link DecayCurve#CUSTOM}
 * @param reinforcementGain what one reinforcement adds, 0 to 1
 */
public record PolicyDefaults(
    Sensitivity sensitivity,
    long episodicHalfLifeSeconds,
    long semanticHalfLifeSeconds,
    long workingHalfLifeSeconds,
    double initialSalience,
    DeletionPolicy deletionPolicy,
    DecayCurve curve,
    double reinforcementGain) {

  private static final List<DecayCurve> CURVES = List.of(DecayCurve.EXPONENTIAL, DecayCurve.LINEAR);

  /** What holds where nothing is configured. */
  public static final PolicyDefaults DEFAULTS =
      new PolicyDefaults(
          Sensitivity.LOW,
          3_600,
          2_592_000,
          86_400,
          1,
          DeletionPolicy.AUTO_PRUNE,
          DecayCurve.EXPONENTIAL,
          0.1);

  /**
   * Checks the ranges.
   *
   * @throws ValidationException naming the configuration key of the value that breaks its rule
   */
  public PolicyDefaults {
    check("episodic_half_life_seconds", episodicHalfLifeSeconds >= 1, "must be at least 1");
    check("semantic_half_life_seconds", semanticHalfLifeSeconds >= 1, "must be at least 1");
    check("working_half_life_seconds", workingHalfLifeSeconds >= 1, "must be at least 1");
    boolean isAmount = Double.isFinite(initialSalience) && initialSalience >= 0;
    check("default_initial_salience", isAmount, "must be non-negative and finite");
    check("default_curve", CURVES.contains(curve), "custom needs a plugin that provides the curve");
    boolean isShare = reinforcementGain >= 0 && reinforcementGain <= 1;
    check("default_reinforcement_gain", isShare, "must be between 0 and 1");
  }

  /** Reads the keys {@code default_*} and {@code *_half_life_seconds}. */
  public static PolicyDefaults from(Config config) {
    return new PolicyDefaults(
        oneOf(config, "default_sensitivity", DEFAULTS.sensitivity, Sensitivity::wireName),
        seconds(config, "episodic_half_life_seconds", DEFAULTS.episodicHalfLifeSeconds),
        seconds(config, "semantic_half_life_seconds", DEFAULTS.semanticHalfLifeSeconds),
        seconds(config, "working_half_life_seconds", DEFAULTS.workingHalfLifeSeconds),
        config.number("default_initial_salience", DEFAULTS.initialSalience, 0, Double.MAX_VALUE),
        oneOf(config, "default_deletion_policy", DEFAULTS.deletionPolicy, DeletionPolicy::wireName),
        oneOf(config, "default_curve", DEFAULTS.curve, DecayCurve::wireName, CURVES),
        config.number("default_reinforcement_gain", DEFAULTS.reinforcementGain, 0, 1));
  }

  /** How the salience of a new record of a type falls. */
  public DecayProfile decay(MemoryType type) {
    return new DecayProfile(curve, halfLifeSeconds(type), null, null, reinforcementGain);
  }

  /** The lifecycle of a new record of a type that begins at an instant. */
  public Lifecycle lifecycle(MemoryType type, Instant start) {
    return new Lifecycle(decay(type), start, false, deletionPolicy);
  }

  /** What one reinforcement adds to the salience of a record, 0 to 1. */
  public double gainOf(MemoryRecord record) {
    return Objects.requireNonNullElse(
        record.lifecycle().decay().reinforcementGain(), reinforcementGain);
  }

  /** The half-life of a new record of a type, in seconds. */
  public long halfLifeSeconds(MemoryType type) {
    return switch (type) {
      case EPISODIC -> episodicHalfLifeSeconds;
      case WORKING -> workingHalfLifeSeconds;
      case SEMANTIC, COMPETENCE, PLAN_GRAPH -> semanticHalfLifeSeconds;
    };
  }

  private static void check(String key, boolean holds, String message) {
    if (!holds) {
      throw new ValidationException(key, message);
    }
  }

  private static long seconds(Config config, String key, long otherwise) {
    return config.integer(key, otherwise, 1, Long.MAX_VALUE);
  }

  private static <E extends Enum<E>> E oneOf(
      Config config, String key, E otherwise, Function<E, String> wireName) {
    return oneOf(
        config,
        key,
        otherwise,
        wireName,
        List.of(otherwise.getDeclaringClass().getEnumConstants()));
  }

  private static <E extends Enum<E>> E oneOf(
      Config config, String key, E otherwise, Function<E, String> wireName, List<E> allowed) {
    return config.value(
        key,
        otherwise,
        text ->
            allowed.stream()
                .filter(constant -> wireName.apply(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> notOneOf(allowed, wireName)));
  }

  private static <E> IllegalArgumentException notOneOf(List<E> allowed, Function<E, String> name) {
    return new IllegalArgumentException(
        "must be one of: " + allowed.stream().map(name).collect(Collectors.joining(", ")));
  }
}
