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
        .containsExactly(
            "extractor: no plugin is named loud (there is: silent); add the module of loud");
  }

  @Test
  void its_stage_and_its_settings_need_it() {
    assertThat(Choice.of("consolidation_stages", "llm-extraction").faults())
        .containsExactly("consolidation_stages: llm-extraction needs an extractor");
    assertThat(Choice.of("llm_max_sensitivity", "low").faults())
        .containsExactly("llm_max_sensitivity: needs an extractor");
  }
}
