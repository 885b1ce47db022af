package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of what type the arguments of a learned step are, as JSON schemas name types. */
class ArgumentTypesTest {

  private static final RecordCodec CODEC = new RecordCodec();

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ["a", "b"]   | ["c"]        | {"type":"array"}
          []           | []           | {"type":"array"}
          {"a": 1}     | {"a": 1}     | {"type":"object"}
          {"type":"x"} | {"type":"x"} | {"type":"object"}
          null         | null         | {}
          null         | ["a"]        | {"type":"array"}
          {"a": 1}     | null         | {"type":"object"}
          null         | 7            | {"type":"number"}
          false        | null         | {"type":"boolean"}
          "a"          | "b"          | {"type":"string"}
          """)
  void a_list_is_an_array_and_null_may_be_of_any_type(String one, String other, String schema) {
    learnFrom(CODEC.parse("one", one), CODEC.parse("other", other));

    assertThat(steps().map(step -> step.argsSchema().members().get("id")))
        .containsOnly(CODEC.parse("schema", schema));
    assertThat(runs.plans().get(0).inputsSchema().members().values())
        .containsOnly(CODEC.parse("schema", schema));
  }

  @Test
  void a_long_text_is_a_string_too() {
    learnFrom(JsonValue.of("x".repeat(5_000)), JsonValue.of("x".repeat(5_000)));

    assertThat(steps().map(RecipeStep::argsSchema)).containsOnly(schema("string"));
  }

  /** The same types once more are no other skill and no other plan. */
  @Test
  void types_do_not_change_with_each_run() {
    learnFrom(JsonValue.of(List.of("a")), JsonValue.of(null));
    List<String> before = runs.learned();
    String version = runs.plans().get(0).version();
    for (JsonValue value : List.of(JsonValue.of(List.of("b", "c")), JsonValue.of(null))) {
      learnFrom(value, value);
    }

    assertThat(steps().map(RecipeStep::argsSchema)).containsOnly(schema("array"));
    assertThat(runs.plans().get(0).version()).isEqualTo(version);
    assertThat(runs.learned()).hasSameSizeAs(before);
    assertThat(runs.all(MemoryType.COMPETENCE)).hasSize(1);
  }

  private static JsonObject schema(String type) {
    return new JsonObject(Map.of("id", new JsonObject(Map.of("type", JsonValue.of(type)))));
  }

  private void learnFrom(JsonValue... values) {
    for (JsonValue value : values) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "do it",
          new Call("look", value),
          new Call("act", value),
          new Call("log", value));
    }
    house.consolidation.run();
  }

  private Stream<RecipeStep> steps() {
    return runs.skills().get(0).recipe().stream();
  }
}
