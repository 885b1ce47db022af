package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FactParserTest {

  private static final String GO =
      "{\"subject\":\"user\",\"predicate\":\"prefers\",\"object\":\"Go\"}";
  private static final String GO_OF_1 = GO.replace("{", "{\"episode\":1,");
  private static final String TEA_OF_2 =
      "{\"episode\":\"2\",\"subject\":\"Ann\",\"predicate\":\"drinks\",\"object\":\"tea\"}";

  private static final Episode FIRST = Told.episode(1, "a");
  private static final Episode SECOND = Told.episode(2, "b");

  private static List<String> of(String content, Episode... episodes) {
    JsonObject completion = (JsonObject) JsonValue.of(ScriptedServer.completion(content));
    return FactParser.facts(completion, List.of(episodes)).stream()
        .map(FactParserTest::words)
        .toList();
  }

  private static String words(CandidateFact fact) {
    String id = fact.episodeId();
    return id.charAt(id.length() - 1)
        + " "
        + fact.subject()
        + " "
        + fact.predicate()
        + " "
        + ScriptedServer.CODEC.write(fact.object());
  }

  @Test
  void facts_are_found_whatever_stands_around_them() {
    for (String content :
        List.of(
            "[" + GO + "]",
            GO,
            "{\"facts\": [" + GO + "]}",
            "{\"result\": {\"triples\": [" + GO + "]}}",
            "```json\n[" + GO + "]\n```",
            "Sure! Here is [what I found]:\n```\n{\"facts\":[" + GO + "]}\n```\nAnything else?",
            "<think>maybe {\"subject\": [}</think>[" + GO + "]",
            "\uFEFF  [" + GO + "] and that is {all")) {
      assertThat(of(content, FIRST)).as(content).containsExactly("1 user prefers \"Go\"");
    }
  }

  @Test
  void objects_one_after_the_other_are_all_read() {
    assertThat(of(GO_OF_1 + "\n" + TEA_OF_2 + "\nThat is {all", FIRST, SECOND))
        .containsExactly("1 user prefers \"Go\"", "2 Ann drinks \"tea\"");
  }

  @Test
  void a_content_in_parts_is_one() {
    JsonObject completion =
        (JsonObject)
            ScriptedServer.CODEC.parse(
                "completion",
                """
                {"choices":[{"message":{"content":[
                  {"type":"text","text":"[{\\"subject\\":\\"a\\",\\"predicate\\":"},
                  {"type":"text","text":"\\"b\\",\\"object\\":1}]"}]}}]}
                """);
    assertThat(FactParser.facts(completion, List.of(FIRST))).hasSize(1);
  }

  @Test
  void values_keep_their_type_and_their_digits() {
    assertThat(
            of(
                """
                [{"subject":"a","predicate":"b","object":1.00},
                 {"subject":"a","predicate":"b","object":9007199254740993},
                 {"subject":"a","predicate":"b","object":true},
                 {"subject":"a","predicate":"b","object":{"subject":"x","list":[1,null]}},
                 {"subject":7,"predicate":"is","object":["odd"]}]
                """,
                FIRST))
        .containsExactly(
            "1 a b 1.00",
            "1 a b 9007199254740993",
            "1 a b true",
            "1 a b {\"subject\":\"x\",\"list\":[1,null]}",
            "1 7 is [\"odd\"]");
  }

  @Test
  void one_bad_triple_costs_no_good_one() {
    assertThat(
            of(
                """
                {"facts":[%s,
                 {"subject":"","predicate":"b","object":"c"},
                 {"subject":"a","predicate":null,"object":"c"},
                 {"subject":"a","predicate":"b"},
                 {"subject":"a","predicate":"b","object":"  "},
                 {"subject":{"deep":1},"predicate":"b","object":"c"},
                 {"subject":"nul\\u0000","predicate":"b","object":"c"},
                 {"subject":"twice","subject":"twice","predicate":"b","object":"c"},
                 "words", 5, null,
                 {"subject":"last","predicate":"is","object":"kept"}]}
                """
                    .formatted(GO),
                FIRST))
        .containsExactly("1 user prefers \"Go\"", "1 last is \"kept\"");
  }

  @Test
  void the_same_twice_is_one_fact() {
    assertThat(of("[" + GO + "," + GO + "]", FIRST)).hasSize(1);
  }

  @Test
  void of_several_episodes_a_fact_belongs_to_the_one_that_it_names() {
    assertThat(of("[" + TEA_OF_2 + "," + GO_OF_1 + "," + GO + "]", FIRST, SECOND))
        .containsExactly("2 Ann drinks \"tea\"", "1 user prefers \"Go\"");
    assertThat(of("[" + GO_OF_1.replace(":1,", ":3,") + "," + TEA_OF_2 + "]", FIRST, SECOND))
        .containsExactly("2 Ann drinks \"tea\"");
  }

  @Test
  void facts_that_belong_nowhere_are_no_answer() {
    assertThatThrownBy(() -> of("[" + GO + "]", FIRST, SECOND))
        .isInstanceOf(BadAnswerException.class);
    assertThatThrownBy(() -> of("[" + GO_OF_1.replace(":1,", ":2,") + "]", FIRST))
        .isInstanceOf(BadAnswerException.class);
  }

  @Test
  void nothing_is_an_answer_and_no_json_is_none() {
    assertThat(of("{\"facts\": []}", FIRST, SECOND)).isEmpty();
    assertThat(of("[]", FIRST)).isEmpty();
    assertThat(of("```{}```", FIRST)).isEmpty();
    for (String content :
        List.of("", "There is nothing.", "{\"error\": \"no\"}", "[1, 2]", "[[[[", "{".repeat(99))) {
      assertThatThrownBy(() -> of(content, FIRST))
          .as(content)
          .isInstanceOf(BadAnswerException.class)
          .hasMessageNotContaining("nothing.");
    }
  }

  @Test
  void what_is_cut_off_keeps_what_is_whole_if_it_is_about_one_episode() {
    String cut = "{\"facts\":[" + GO_OF_1 + ",{\"episode\":1,\"subject\":\"us";
    assertThat(of(cut, FIRST)).containsExactly("1 user prefers \"Go\"");
    assertThatThrownBy(() -> of(cut, FIRST, SECOND)).isInstanceOf(BadAnswerException.class);
  }
}
