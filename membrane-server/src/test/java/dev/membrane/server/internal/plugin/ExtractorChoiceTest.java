package dev.membrane.server.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which extractor learns, and where. */
class ExtractorChoiceTest {

  private record Choice(List<String> stages, List<String> faults, List<String> unused) {

    static Choice of(String... keysAndValues) {
      Map<String, JsonValue> values = new TreeMap<>();
      for (int i = 0; i < keysAndValues.length; i += 2) {
        values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
      }
      Config config = new Config(values);
      Plugins plugins = new Plugins();
      PluginContext context = new PluginContext(config);
      List<Stage<?>> stages = plugins.stages(context, plugins.extractor(context).orElse(null));
      List<String> unused = plugins.checkIdle(config);
      return new Choice(stages.stream().map(Stage::name).toList(), config.faults(), unused);
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
  void its_stage_needs_it() {
    assertThat(Choice.of("consolidation_stages", "llm-extraction").faults())
        .containsExactly("consolidation_stages: llm-extraction needs an extractor");
  }

  @Test
  void a_stage_may_be_left_out_and_stand_at_any_place() {
    Choice choice =
        Choice.of("extractor", "silent", "consolidation_stages", "competence, llm-extraction");
    assertThat(choice.stages()).containsExactly("competence", "llm-extraction");
    assertThat(choice.faults()).isEmpty();
    assertThat(choice.unused()).isEmpty();
  }

  @Test
  void without_its_stage_it_is_said_to_have_no_effect() {
    for (String key : List.of("extractor", "silent_place")) {
      Choice choice = Choice.of(key, "silent", "consolidation_stages", "semantic, competence");
      assertThat(choice.stages()).containsExactly("semantic", "competence");
      assertThat(choice.faults()).isEmpty();
      assertThat(choice.unused())
          .containsExactly(
              "extractor has no effect: consolidation_stages does not name its stage,"
                  + " llm-extraction");
    }
  }

  @Test
  void a_key_of_its_own_chooses_one_that_is_not_named() {
    Choice choice = Choice.of("silent_place", "here");
    assertThat(choice.stages()).contains("llm-extraction");
    assertThat(choice.faults()).isEmpty();
    assertThat(choice.unused()).isEmpty();
  }

  @Test
  void a_name_wins_over_such_a_key() {
    Choice choice = Choice.of("extractor", "none", "silent_place", "here");
    assertThat(choice.stages()).doesNotContain("llm-extraction");
  }

  @Test
  void keys_of_one_that_is_there_but_not_chosen_are_no_fault_and_said_to_have_no_effect() {
    Choice choice =
        Choice.of(
            "extractor",
            "none",
            "silent_place",
            "here",
            "silent_depth",
            "2",
            "plugins.silent.x",
            "y");
    assertThat(choice.faults()).isEmpty();
    assertThat(choice.unused())
        .containsExactly(
            "plugins.silent.x has no effect: the plugin silent is not chosen",
            "silent_depth has no effect: the plugin silent is not chosen",
            "silent_place has no effect: the plugin silent is not chosen");
  }

  @Test
  void a_bad_value_that_must_not_wait_is_a_fault_all_the_same() {
    assertThat(Choice.of("silent_depth", "ten").faults())
        .containsExactly("silent_depth: must be a number");
  }

  @Test
  void keys_of_one_that_is_not_there_are_unknown() {
    assertThat(Choice.of("llm_model", "small").faults())
        .singleElement()
        .asString()
        .startsWith("llm_model: unknown key");
  }

  @Test
  void a_plugin_of_this_project_that_is_not_there_is_said_to_be_in_a_module_that_exists() {
    assertThat(Choice.of("extractor", "openai").faults())
        .containsExactly(
            "extractor: no plugin is named openai (there is: silent); add membrane-llm");
    Map<String, String> kinds =
        Map.of(
            "backend",
            "Store",
            "embedder",
            "Embedder",
            "extractor",
            "Extractor",
            "key_provider",
            "Key");
    Path root = Path.of(System.getProperty("membrane.root"));
    Plugins.MODULES.forEach(
        (key, modules) ->
            modules
                .values()
                .forEach(
                    module ->
                        assertThat(
                                root.resolve(module)
                                    .resolve("src/main/resources/META-INF/services")
                                    .resolve("dev.membrane.spi." + kinds.get(key) + "Provider"))
                            .exists()));
  }
}
