package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static dev.membrane.schema.OutcomeStatus.FAILURE;
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

/** What was told of one customer is no constant of a step, and neither are the data of a person. */
class SkillConstantsTest {

  private static final Call TEST = call("test", "all");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void runs_for_one_customer_make_no_constants_of_this_customer() {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "rebook it for zoe in window seats",
          call("find", "zoe_ray_12"),
          call("name", "zoe"),
          call("seat", "window"),
          call("pay", "54.04"),
          call("cabin", "economy"),
          call("add", "3"));
    }
    house.consolidation.run();

    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.triggers())
        .extracting(Trigger::signal)
        .containsExactly("rebook it for {{id}} in {{id}} seats");
    assertThat(skill.recipe().stream().map(step -> step.argsSchema().toString()))
        .satisfiesExactly(
            find -> assertThat(find).doesNotContain("default"),
            name -> assertThat(name).doesNotContain("default"),
            seat -> assertThat(seat).doesNotContain("default"),
            pay -> assertThat(pay).doesNotContain("default"),
            cabin -> assertThat(cabin).contains("default", "economy"),
            add -> assertThat(add).contains("default"));
    assertThat(runs.plans().get(0).nodes())
        .extracting(node -> node.params().members().get("id"))
        .containsExactly(
            JsonValue.of("{{n0_id}}"),
            JsonValue.of("{{n1_id}}"),
            JsonValue.of("{{n2_id}}"),
            JsonValue.of("{{n3_id}}"),
            JsonValue.of("economy"),
            JsonValue.of("3"));
  }

  /** Another outcome takes back what was said, too. */
  @Test
  void what_few_runs_were_told_is_still_a_constant() {
    String told = "";
    for (String asked : List.of("rebook", "rebook it", "rebook in economy")) {
      told = runs.ended(OutcomeStatus.SUCCESS, asked, call("cabin", "economy"), TEST);
    }
    house.consolidation.run();
    assertThat(cabin()).contains("economy");
    runs.ended(OutcomeStatus.SUCCESS, "economy", call("cabin", "economy"), TEST);
    house.consolidation.run();
    assertThat(cabin()).doesNotContain("economy");
    runs.end(told, FAILURE);
    house.consolidation.run();
    assertThat(cabin()).contains("economy");
  }

  /** A region is no id: it has letters and at most two digits, and nobody told it. */
  @ParameterizedTest
  @ValueSource(strings = {"us-east-1", "gpt-4.1", "eu-west-1b"})
  void what_nobody_told_is_a_constant_if_it_is_no_long_number(String region) {
    for (String app : List.of("shop", "blog", "wiki")) {
      runs.ended(OutcomeStatus.SUCCESS, "ship " + app, call("region", region), call("app", app));
    }
    house.consolidation.run();

    assertThat(stepOf("region")).contains(region);
    assertThat(stepOf("app")).doesNotContain("default");
  }

  /** The user gives an address, and the look-up tells the rest. */
  @ParameterizedTest
  @ValueSource(strings = {"Nightingale", "room-7b"})
  void what_a_look_up_told_of_one_customer_is_no_constant(String told) {
    for (JsonValue result :
        List.of(
            JsonValue.of(told),
            new JsonObject(Map.of("guest", JsonValue.of(List.of(told)))),
            JsonValue.of("{\"guest\": \"" + told + "\"}"),
            JsonValue.of("{\"text\": \"{\\\"guest\\\": \\\"" + told + "\\\"}\"}"))) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "please refund my stay",
          new Call("find", JsonValue.of("mail"), result),
          call("refund", told));
    }
    house.consolidation.run();

    assertThat(stepOf("find")).contains("mail");
    assertThat(stepOf("refund")).doesNotContain("default");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"guest\": \"\\u017baneta\"}",
        "[\"{\\\"guest\\\": \\\"\\\\u017baneta\\\"}\"]",
        "{\"guest\": {\"\\u017baneta\": true}}"
      })
  void what_a_look_up_told_in_escaped_json_is_no_constant(String told) {
    JsonObject item = new JsonObject(Map.of("text", JsonValue.of(told)));
    JsonObject result = new JsonObject(Map.of("content", new JsonArray(List.of(item))));
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "please refund my stay",
          new Call("find", JsonValue.of("mail"), result),
          call("refund", "Żaneta"),
          TEST);
    }
    house.consolidation.run();

    assertThat(stepOf("find")).contains("mail");
    assertThat(stepOf("refund")).doesNotContain("default");
    assertThat(runs.plans().get(0).nodes().get(1).params().toString()).doesNotContain("aneta");
  }

  /** The user gives a name and a code in capitals; the look-up tells the name of another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Refund for Zoe Quintero",
        "Zoe: refund",
        "Refund of booking QXZWVB",
        "Lost parcel of Omar Haddad"
      })
  void a_constant_has_nothing_within_that_was_told_of_one_customer(String memo) {
    JsonObject found = new JsonObject(Map.of("heir", JsonValue.of("Omar Haddad")));
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "please refund me, I am Zoe Quintero and my booking is QXZWVB",
          new Call("find", JsonValue.of("mail"), found),
          call("refund", memo),
          call("log", "Refund by agent desk"));
    }
    house.consolidation.run();

    assertThat(stepOf("refund")).doesNotContain("default");
    assertThat(stepOf("log")).contains("Refund by agent desk");
    assertThat(runs.plans().get(0).nodes())
        .extracting(node -> node.params().members().get("id"))
        .containsExactly(
            JsonValue.of("mail"), JsonValue.of("{{id}}"), JsonValue.of("Refund by agent desk"));
  }

  /** A command line, a URL and a document have several arguments within. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          remove zoe miller  | userdel --name="zoe miller" --force      | remove {{id}}
          remove zoe         | userdel --name zoe --force               | remove {{id}}
          remove zoe         | userdel -f zoe                           | remove {{id}}
          remove Zoe Miller  | grep -i miller users.csv                 | remove {{name}}
          find zoe miller    | https://x.example/f?name=zoe%20miller&a=1 | find {{id}}
          find Zoe Miller    | https://x.example/users/zoe/orders       | find {{name}}
          find zoë müller    | https://x.example/f?q=zo%C3%AB+m%C3%BCller | find {{id}}
          write to z@x.org   | https://x.example/f?mail=z%40x.org       | write to {{email}}
          pay zoe miller     | {"name": "zoe miller", "how": "card"}    | pay {{id}}
          pay zoe            | SELECT 1 FROM users WHERE name = 'zoe'   | pay {{id}}
          pay zoe            | to:zoe how:card                          | pay {{id}}
          pay zoe miller     | curl -d '{"to": "zoe miller"}' https://x | pay {{id}}
          pay zoe miller     | curl -d "{\\"to\\": \\"zoe miller\\"}" x | pay {{id}}
          pay zoe miller     | {"in": "{\\"to\\": \\"zoe miller\\"}"}   | pay {{id}}
          pay zoë müller     | {"to": "zo\\u00eb m\\u00fcller"}           | pay {{id}}
          pay zoe miller     | sh -c "pay --to='zoe miller'"            | pay {{id}}
          pay zoe miller     | to: zoe miller; how: card                | pay {{id}}
          """)
  void what_was_told_is_an_argument_also_within_a_value(String asked, String value, String masked) {
    for (int i = 0; i < 3; i++) {
      runs.ended(OutcomeStatus.SUCCESS, asked, call("run", value), TEST, call("log", "a=b c:d"));
    }
    house.consolidation.run();

    assertThat(stepOf("run")).doesNotContain("default");
    assertThat(stepOf("log")).contains("a=b c:d");
    assertThat(runs.skills().get(0).triggers()).extracting(Trigger::signal).containsExactly(masked);
    assertThat(runs.plans().get(0).intent()).isEqualTo(masked);
    assertThat(runs.plans().get(0).nodes().get(0).params().members().get("id"))
        .isEqualTo(JsonValue.of("{{id}}"));
  }

  /** Nobody told them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat /home/mara/notes",
        "curl -H 'Authorization: Bearer abcdefgh'",
        "login --password=hunter",
        "mail --to=Mara%20Lopez",
        "find --guest='Mara Lopez'"
      })
  void the_data_of_a_person_within_a_value_are_no_constant(String value) {
    for (int i = 0; i < 3; i++) {
      runs.ended(OutcomeStatus.SUCCESS, "do it", call("run", value), TEST, call("log", "all"));
    }
    house.consolidation.run();

    assertThat(stepOf("run")).doesNotContain("default");
    assertThat(runs.plans().get(0).nodes().get(0).params().toString()).doesNotContain(value);
    assertThat(stepOf("log")).contains("all");
  }

  /** No looks give them away, but another call was given the name alone. */
  @ParameterizedTest
  @CsvSource({
    "maria lopez, visit of maria lopez",
    "أحمد منصور, موعد أحمد منصور",
    "राजेश शर्मा, राजेश शर्मा की मुलाक़ात",
    "王小明, 王小明的预约",
    "משה כהן, תור של משה כהן"
  })
  void a_constant_has_no_other_argument_within_that_was_told(String name, String note) {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "book a slot for " + name,
          call("find", name),
          call("book", note),
          call("log", "desk"));
    }
    house.consolidation.run();

    assertThat(stepOf("book")).doesNotContain("default");
    assertThat(stepOf("log")).contains("desk");
    assertThat(runs.plans().get(0).nodes().get(1).params().toString()).doesNotContain(name);
  }

  @Test
  void a_plan_of_one_run_has_nothing_that_stood_within_a_result() {
    JsonObject row = new JsonObject(Map.of("row", JsonValue.of("sister: giulia ferri; vip")));
    runs.ended(
        OutcomeStatus.SUCCESS,
        "call my sister",
        new Call("look", JsonValue.of("sister"), row),
        call("dial", "giulia ferri"),
        TEST);
    house.consolidation.run();

    assertThat(runs.plans().get(0).nodes().get(1).params().toString()).doesNotContain("giulia");
  }

  @Test
  void a_message_of_one_run_is_no_constant_and_a_word_is() {
    runs.ended(
        OutcomeStatus.SUCCESS,
        "cancel my plan",
        call("look", "status"),
        call("mail", "we are sorry that you lost your job"),
        call("build", "mvn -o -q verify"));
    house.consolidation.run();

    assertThat(runs.plans().get(0).nodes().get(2).params().toString()).contains("verify");

    assertThat(runs.plans().get(0).nodes().get(0).params().toString()).contains("status");
    assertThat(runs.plans().get(0).nodes().get(1).params().toString()).doesNotContain("job");
  }

  private String stepOf(String tool) {
    return runs.skills().get(0).recipe().stream()
        .filter(step -> step.tool().equals(tool))
        .findFirst()
        .orElseThrow()
        .argsSchema()
        .toString();
  }

  private String cabin() {
    return runs.skills().get(0).recipe().get(0).argsSchema().toString();
  }
}
