package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetrievalConfigTest {

  @Test
  void every_key_has_defaults_and_ranges() {
    assertThat(RetrievalConfig.from(new Config(Map.of()))).isEqualTo(RetrievalConfig.DEFAULTS);
    Config config =
        new Config(
            Map.of(
                "relevance_weight", JsonValue.of(0.25),
                "vector_weight", JsonValue.of(0.125),
                "neighbour_weight", JsonValue.of(0),
                "selection_confidence_threshold", JsonValue.of(1.5)));
    assertThat(RetrievalConfig.from(config))
        .isEqualTo(
            new RetrievalConfig(
                0.7, 0.25, 0.125, 0, RelevanceWeights.DEFAULTS, Duration.ofMinutes(30)));
    assertThat(config.faults()).hasSize(1).allMatch(f -> f.startsWith("selection_confidence"));
  }
}
