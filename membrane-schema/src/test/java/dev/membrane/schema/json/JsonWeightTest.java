package dev.membrane.schema.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWeightTest {

  private static final String ORDINARY =
      "{\"name\":\"a text of some length\",\"other\":\"another text of some length\"}";

  @Test
  void ordinary_json_weighs_its_bytes() {
    assertThat(JsonWeight.of(ORDINARY)).isEqualTo(ORDINARY.length());
  }

  @Test
  void what_is_little_but_values_weighs_sixteen_for_each() {
    assertThat(JsonWeight.of("[" + "1,".repeat(999) + "1]")).isBetween(16_000L, 16_032L);
  }

  @Test
  void a_name_beyond_those_that_the_schema_may_have_weighs_sixty_four_more() {
    String free = object("\"\":1", 4_096);
    assertThat(JsonWeight.of(free)).isEqualTo(16 + 16 * 4_096);
    assertThat(JsonWeight.of(object("\"\":1", 5_096)))
        .isEqualTo(JsonWeight.of(free) + 1_000 * (16 + 64));
    assertThat(JsonWeight.of(object("\"::::\":1", 4_096))).isEqualTo(JsonWeight.of(free));
  }

  @Test
  void no_text_weighs_more_than_its_size_allows() {
    for (String dense :
        List.of(
            "[" + "[],".repeat(999) + "[]]",
            "[" + "{},".repeat(999) + "{}]",
            "[" + "1,".repeat(999) + "1]",
            "[" + "\"\",".repeat(999) + "1]",
            object("\"\":1", 9_999),
            object("\"\":{}", 9_999),
            "[" + "{\"\":1},".repeat(9_999) + "1]",
            "{\"\":".repeat(9_999) + "1" + "}".repeat(9_999),
            "[".repeat(999) + "]".repeat(999),
            "[".repeat(999) + "1" + "]".repeat(999))) {
      assertThat(JsonWeight.of(dense)).isLessThanOrEqualTo(JsonWeight.most(dense.length()));
    }
  }

  @Test
  void what_stands_in_a_text_is_no_value() {
    String text = "\"" + "[,{\\\"".repeat(1_000) + "\"";
    assertThat(JsonWeight.of(text)).isEqualTo(text.length());
  }

  @Test
  void text_and_bytes_weigh_the_same() {
    for (String json : List.of(ORDINARY, "\"äöü € 🦊\"", "[1,2,\"x\\\\\",3]", "{\"a\":[[],{}]}")) {
      assertThat(JsonWeight.of(json.getBytes(StandardCharsets.UTF_8)))
          .isEqualTo(JsonWeight.of(json));
    }
  }

  @Test
  void a_bound_is_exceeded_by_what_weighs_more() {
    String dense = "[" + "1,".repeat(999) + "1]";
    assertThat(JsonWeight.exceeds(dense, JsonWeight.of(dense))).isFalse();
    assertThat(JsonWeight.exceeds(dense, JsonWeight.of(dense) - 1)).isTrue();
    assertThat(JsonWeight.canExceed(dense.length(), JsonWeight.of(dense) - 1)).isTrue();
    assertThat(JsonWeight.canExceed(10, 1_000)).isFalse();
  }

  private static String object(String member, int count) {
    return "{" + (member + ",").repeat(count - 1) + member + "}";
  }
}
