package dev.membrane.internal.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Config;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyDefaultsTest {

  @Test
  void an_empty_configuration_gives_the_defaults() {
    assertThat(PolicyDefaults.from(new Config(Map.of()))).isEqualTo(PolicyDefaults.DEFAULTS);
  }

  @Test
  void every_key_is_read() {
    Config config =
        new Config(
            Map.of(
                "default_sensitivity", new JsonString("high"),
                "episodic_half_life_seconds", new JsonNumber("1"),
                "semantic_half_life_seconds", new JsonNumber("2"),
                "working_half_life_seconds", new JsonNumber("3"),
                "default_initial_salience", new JsonNumber("2.5"),
                "default_deletion_policy", new JsonString("manual_only"),
                "default_curve", new JsonString("linear"),
                "default_reinforcement_gain", new JsonNumber("0.25")));

    assertThat(PolicyDefaults.from(config))
        .isEqualTo(
            new PolicyDefaults(
                Sensitivity.HIGH,
                1,
                2,
                3,
                2.5,
                DeletionPolicy.MANUAL_ONLY,
                DecayCurve.LINEAR,
                0.25));
    assertThat(config.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default_sensitivity | secret | must be one of: public, low, medium, high, hyper",
        "default_curve | custom | must be one of: exponential, linear",
        "default_deletion_policy | soon | must be one of: auto_prune, manual_only, never",
        "default_reinforcement_gain | 1.5 | must be from 0.0 to 1.0",
        "default_initial_salience | -1 | must be from 0.0 to",
        "default_initial_salience | NaN | must be from 0.0 to",
        "episodic_half_life_seconds | 0 | must be from 1 to",
        "working_half_life_seconds | soon | must be a number"
      })
  void a_bad_value_is_a_fault_of_its_key(String key, String value, String fault) {
    Config config = new Config(Map.of(key, new JsonString(value)));

    assertThat(PolicyDefaults.from(config)).isEqualTo(PolicyDefaults.DEFAULTS);
    assertThat(config.faults()).singleElement().asString().startsWith(key + ": " + fault);
  }

  @Test
  void competences_and_plan_graphs_last_as_long_as_facts() {
    assertThat(PolicyDefaults.DEFAULTS.halfLifeSeconds(MemoryType.COMPETENCE)).isEqualTo(2_592_000);
    assertThat(PolicyDefaults.DEFAULTS.halfLifeSeconds(MemoryType.PLAN_GRAPH)).isEqualTo(2_592_000);
  }

  @Test
  void values_out_of_range_are_refused_whoever_sets_them() {
    assertThatThrownBy(() -> defaults(0, 1, DecayCurve.LINEAR, 0.1))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("working_half_life_seconds");
    assertThatThrownBy(() -> defaults(1, Double.NaN, DecayCurve.LINEAR, 0.1))
        .hasMessageContaining("default_initial_salience");
    assertThatThrownBy(() -> defaults(1, 1, DecayCurve.CUSTOM, 0.1))
        .hasMessageContaining("default_curve");
    assertThatThrownBy(() -> defaults(1, 1, DecayCurve.LINEAR, 1.1))
        .hasMessageContaining("default_reinforcement_gain");
  }

  private static PolicyDefaults defaults(
      long halfLife, double salience, DecayCurve curve, double gain) {
    return new PolicyDefaults(
        Sensitivity.LOW, 1, 1, halfLife, salience, DeletionPolicy.NEVER, curve, gain);
  }
}
