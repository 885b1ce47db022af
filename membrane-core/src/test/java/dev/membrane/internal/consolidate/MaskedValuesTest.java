package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Trigger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The values of one run are masked in triggers and intents, wherever and however they were told.
 */
class MaskedValuesTest {

  private static final Call TEST = call("test", "all");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  /** More cities than a skill remembers. */
  @Test
  void a_value_that_comes_after_many_others_is_masked_too() {
    for (int i = 0; i < 40; i++) {
      String city = "city" + (char) ('a' + i / 6) + (char) ('a' + i % 6);
      String asked = "x".repeat(40 - i) + " get me to " + city;
      runs.ended(OutcomeStatus.SUCCESS, asked, call("look", city), call("book", city), TEST);
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .isNotEmpty()
        .allMatch(trigger -> trigger.signal().endsWith(" get me to {{id}}"));
    assertThat(runs.plans().get(0).intent()).endsWith(" get me to {{id}}");
  }

  /**
   * All that the customer writes is in small letters, so only the arguments tell what is a name.
   */
  @Test
  void the_single_words_of_a_value_are_no_trigger_words() {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "refund mia of oak street",
          call("find", "Mia Li"),
          call("refund", "12 Oak Street"));
      runs.ended(
          OutcomeStatus.SUCCESS,
          "refund bob of elm street",
          call("find", "Bob Ray"),
          call("find", "Bob Ray"),
          call("refund", "7 Elm Street"));
    }
    house.consolidation.run();

    assertThat(runs.skills())
        .hasSize(3)
        .flatExtracting(CompetencePayload::triggers)
        .extracting(Trigger::signal)
        .allMatch(signal -> signal.contains("refund"))
        .noneMatch(signal -> signal.matches(".*(?:mia|bob|oak|elm).*"));
  }

  @Test
  void what_all_commands_have_within_is_no_value_of_one_case() {
    for (String app : List.of("shop", "blog")) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "deploy " + app + " to staging",
          call("run", "deploy --app=" + app + " --to=staging"),
          TEST);
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("deploy {{id}} to staging");
  }

  /** The number in it is masked before the value is looked for. */
  @Test
  void a_value_with_a_number_is_masked_as_a_whole() {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "send it to 12 elm street, springfield",
          call("send", "12 elm street, springfield"),
          TEST,
          call("log", "all"));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("send it to {{id}}");
    assertThat(runs.plans().get(0).intent()).isEqualTo("send it to {{id}}");
  }

  @Test
  void a_code_in_capitals_that_a_call_was_given_is_in_no_text() {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "cancel QXZWVB as the ERROR stays",
          call("find", "booking QXZWVB"),
          call("cancel", "it"),
          TEST);
    }
    house.consolidation.run();

    String masked = "cancel {{name}} as the ERROR stays";
    assertThat(runs.skills().get(0).triggers()).extracting(Trigger::signal).containsExactly(masked);
    assertThat(runs.plans().get(0).intent()).isEqualTo(masked);
  }

  @Test
  void a_value_within_lists_and_maps_is_masked() {
    JsonObject passenger = new JsonObject(Map.of("name", JsonValue.of("bartholom nightingale")));
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "book it for bartholom nightingale please",
          new Call("look", new JsonArray(List.of(passenger))),
          TEST,
          call("pay", "card"));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("book it for {{id}} please");
    assertThat(runs.plans().get(0).intent()).isEqualTo("book it for {{id}} please");
  }

  /** Too long to be kept and compared with those of other runs. */
  @Test
  void a_value_within_long_json_is_masked() {
    String json = "{\"to\": \"zoe miller\", \"note\": \"" + "-".repeat(3_000) + "\"}";
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "pay zoe miller today",
          call("run", json),
          TEST,
          call("log", "all"));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("pay {{id}} today");
    assertThat(runs.plans().get(0).intent()).isEqualTo("pay {{id}} today");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rosa bianchi | please cancel rosa bianchi's booking | please cancel {{id}}'s booking
          kim          | please cancel it for kim             | please cancel it for {{id}}
          zoë märtens  | cancel it for zoe martens            | cancel it for {{id}}
          田中太郎     | 田中太郎さんの予約をキャンセル       | {{id}}さんの予約をキャンセル
          김민준       | 김민준님의 예약을 취소해 주세요      | {{id}}님의 예약을 취소해 주세요
          """)
  void a_value_is_found_with_an_ending_and_where_words_are_not_divided(
      String name, String asked, String masked) {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          asked,
          call("find", name),
          call("cancel", name),
          call("mail", "x"));
    }
    house.consolidation.run();

    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.triggers()).extracting(Trigger::signal).containsExactly(masked);
    assertThat(skill.recipe().get(0).argsSchema().toString()).doesNotContain("default");
    assertThat(runs.plans().get(0).intent()).isEqualTo(masked);
    assertThat(runs.plans().get(0).nodes().get(1).params().toString()).doesNotContain(name);
  }

  @Test
  void a_name_is_one_however_its_accents_are_written() {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "please help Zoe\u0308 C\u030Cerny\u0301 now",
          call("find", "it"),
          call("cancel", "it"),
          call("log", "x"));
    }
    house.consolidation.run();

    assertThat(runs.plans().get(0).intent()).isEqualTo("please help {{name}} now");
  }

  @Test
  void a_full_name_is_no_constant_however_its_accents_are_written() {
    String name = "Zoe\u0308 C\u030Cerny\u0301";
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "help them",
          call("find", name),
          call("go", "x"),
          call("log", "x"));
    }
    house.consolidation.run();

    assertThat(runs.plans().get(0).nodes().get(0).params().toString()).contains("{{");
    assertThat(runs.skills().get(0).recipe().get(0).argsSchema().toString())
        .doesNotContain("default");
  }

  @ParameterizedTest
  @CsvSource({
    "zoe quux, order for zoe Quux now",
    "zoe quux, order for Zoe quux now",
    "Maria van der Berg, order for maria van der Berg now"
  })
  void nothing_of_a_value_stays_where_a_part_of_it_is_a_name(String name, String asked) {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS, asked, call("find", name), call("cancel", name), call("log", "x"));
    }
    house.consolidation.run();

    String masked = "order for {{name}} now";
    assertThat(runs.skills().get(0).triggers()).extracting(Trigger::signal).containsExactly(masked);
    assertThat(runs.plans().get(0).intent()).isEqualTo(masked);
  }

  @Test
  void a_noun_is_no_name_where_every_noun_is_capitalised() {
    for (String name : List.of("Omar Haddad", "Ingrid Olsen")) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "Ich brauche bitte eine neue Rechnung, ich bin " + name,
          call("find", name),
          call("send", "invoice"),
          TEST);
    }
    house.consolidation.run();

    String masked = "Ich brauche bitte eine neue Rechnung, ich bin {{name}}";
    assertThat(runs.skills().get(0).triggers()).extracting(Trigger::signal).containsExactly(masked);
    assertThat(runs.plans().get(0).intent()).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password: [removed: password]", "password='[removed: password]'"})
  void what_says_that_a_key_was_removed_is_none(String said) {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "log in with " + said + " then export the report",
          new Call("export", JsonValue.of("weekly"), JsonValue.of("done")));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .singleElement()
        .asString()
        .doesNotContain("{{secret}}");
  }

  /** Cut first, half a value would stay, and a mask makes a text longer. */
  @Test
  void an_intent_is_cut_after_it_was_masked() {
    for (String city : List.of("springfield", "shelbyville")) {
      String asked = "please ".repeat(27) + "to " + city + " and back " + city;
      runs.ended(OutcomeStatus.SUCCESS, asked, call("look", city), TEST, call("pay", "card"));
    }
    house.consolidation.run();

    assertThat(runs.plans().get(0).intent()).isEqualTo("please ".repeat(27) + "to {{id}} a");
  }
}
