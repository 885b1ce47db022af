package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which extractor learns, and where. */
class ExtractorChoiceTest {

  private record Choice(List<String> stages, List<String> faults) {

    static Choice of(String... keysAndValues) {
      Map<String, JsonValue> values = new TreeMap<>();
      for (int i = 0; i < keysAndValues.length; i += 2) {
        values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
      }
      Config config = new Config(values);
      List<Stage> stages = new Plugins().stages(new PluginContext(config));
      AbsentCapabilities.check(config);
      return new Choice(stages.stream().map(Stage::name).toList(), config.faults());
    }
  }

  @Test
  void without_one_nothing_is_extracted() {
    Choice choice = Choice.of();
    assertThat(choice.stages())
        .containsExactly("semantic", "competence", "plan-graph", "generalization");
    assertThat(choice.faults()).isEmpty();
  }

  @Test
  void the_one_that_is_named_learns_after_the_semantic_stage() {
    Choice choice = Choice.of("extractor", "silent", "llm_max_sensitivity", "medium");
    assertThat(choice.stages())
        .containsExactly(
            "semantic", "llm-extraction", "competence", "plan-graph", "generalization");
    assertThat(choice.faults()).isEmpty();
  }

  @Test
  void a_name_that_nobody_has_is_a_fault() {
    assertThat(Choice.of("extractor", "loud").faults())
        .containsExactly("extractor: no plugin is named loud (there is: silent)");
  }

  @Test
  void its_stage_and_its_settings_need_it() {
    assertThat(Choice.of("consolidation_stages", "llm-extraction").faults())
        .containsExactly("consolidation_stages: llm-extraction needs an extractor");
    assertThat(Choice.of("llm_model", "small", "llm_api_key", "sk").faults())
        .containsExactly(
            "llm_api_key: has no effect without llm_endpoint",
            "llm_model: has no effect without llm_endpoint");
  }

  @Test
  void a_ceiling_on_what_is_not_there_is_no_fault() {
    assertThat(Choice.of("llm_max_sensitivity", "low", "embedding_timeout", "9s").faults())
        .isEmpty();
  }

  @Test
  void an_endpoint_chooses_the_one_that_asks_it() {
    assertThat(Choice.of("llm_endpoint", "https://example.com", "llm_model", "small").faults())
        .containsExactly(
            "extractor: no plugin is named openai (there is: silent); add membrane-llm");
  }

  @Test
  void one_that_is_named_wins_over_an_endpoint() {
    Choice choice = Choice.of("extractor", "silent", "llm_endpoint", "x", "llm_model", "small");
    assertThat(choice.stages()).contains("llm-extraction");
    assertThat(choice.faults())
        .containsExactly("llm_model: has no effect without the plugin openai");
  }
}
