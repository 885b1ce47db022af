package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static dev.membrane.schema.OutcomeStatus.FAILURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to one customer is in no skill that is made of the runs of many. */
class SkillPrivacyTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHORTEST = 4;

  /** One in small letters says nothing of anybody. */
  private static final Pattern WORD = Pattern.compile("\\p{Ll}+");

  private static final Call TEST = call("test", "all");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);
  private final Map<String, Set<String>> tasksByValue = new HashMap<>();

  @ParameterizedTest
  @ValueSource(strings = {"ft41_retail", "gpt-4.1_retail", "gpt-4.1_telecom"})
  void no_value_of_one_real_task_is_in_a_skill(String name) throws IOException {
    for (String line : Files.readAllLines(data("tau2_" + name + ".jsonl"))) {
      tell(JSON.readTree(line));
    }
    assertNothingOfOneTask();
  }

  /** Names, numbers, places and words of one customer each, in every place where a run has text. */
  @Test
  void no_value_of_one_made_up_customer_is_in_a_skill() throws IOException {
    Random random = new Random(3);
    for (int customer = 0; customer < 6; customer++) {
      String name = word(random, true) + " " + word(random, true);
      String id = word(random, false) + "_" + (1000 + random.nextInt(9000));
      String mail = word(random, false) + "@" + word(random, false) + ".example";
      String place = (10 + random.nextInt(90)) + " " + word(random, true) + " Street";
      String secret = "sk-" + word(random, false) + word(random, false) + random.nextInt(9999);
      String quoted = word(random, false) + " " + word(random, false);
      for (int run = 0; run < 3; run++) {
        tell(
            JSON.readTree(
                """
                {"id": "%1$s %2$s", "task": "%1$s", "success": true,
                 "users": ["please send my order to me, I am %1$s and live at %4$s",
                   "my account %5$s has the address %3$s, password: %6$s", "mark it as '%7$s'"],
                 "calls": [
                  {"tool": "find_order", "args": {"account": "%5$s", "name": "%1$s"},
                   "result": {"mail": "%3$s", "note": "%7$s"}, "deps_chain": []},
                  {"tool": "send_order", "args": {"to": "%4$s", "carrier": "post"},
                   "result": "sent to %1$s", "deps_chain": [0]}]}"""
                    .formatted(name, run, mail, place, id, secret, quoted)));
      }
      for (String own : List.of(secret, place, name.substring(name.indexOf(' ') + 1))) {
        tasksByValue.put(own, Set.of(name));
      }
    }
    assertNothingOfOneTask();
  }

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

  @Test
  void why_a_run_failed_is_told_without_what_it_was_given() {
    for (OutcomeStatus end : List.of(OutcomeStatus.SUCCESS, OutcomeStatus.SUCCESS, FAILURE)) {
      JsonValue error = new JsonObject(Map.of("error", JsonValue.of("order w777 is delivered")));
      runs.ended(end, "cancel", new Call("cancel", JsonValue.of("w777"), error));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).failureModes())
        .containsExactly("cancel: order {{id}} is delivered");
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

  /** Most Chinese and Korean names have three letters, and states have two. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          王小明 | 帮王小明订票              | 王小明的票已售完       | 帮{{id}}订票               | {{id}}的票已售完
          김민수 | 김민수 고객의 표를 예약해 | 김민수 고객 표 없음    | {{id}} 고객의 표를 예약해  | {{id}} 고객 표 없음
          CA     | ship it to a shop in CA   | cannot ship to CA      | ship it to a shop in {{id}} | cannot ship to {{id}}
          """)
  void short_values_are_masked_also_where_they_stand_in_lists(
      String value, String asked, String error, String trigger, String mode) {
    JsonObject told = new JsonObject(Map.of("error", JsonValue.of(error)));
    JsonArray list = new JsonArray(List.of(JsonValue.of(value)));
    for (OutcomeStatus end : List.of(OutcomeStatus.SUCCESS, OutcomeStatus.SUCCESS, FAILURE)) {
      runs.ended(end, asked, new Call("book", list, told));
    }
    house.consolidation.run();

    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.triggers()).extracting(Trigger::signal).containsExactly(trigger);
    assertThat(skill.failureModes()).containsExactly("book: " + mode);
  }

  /** The name in an address stands for the address as a whole. */
  @Test
  void triggers_and_failure_modes_have_no_address_and_no_key() {
    String asked = "write with password: hunter-two, logs are in /home/mara/logs";
    JsonObject bounced =
        new JsonObject(Map.of("error", JsonValue.of("mail to mara@x.org bounced")));
    for (OutcomeStatus end : List.of(OutcomeStatus.SUCCESS, OutcomeStatus.SUCCESS, FAILURE)) {
      runs.ended(end, asked, new Call("mail", JsonValue.of("Mara Lopez"), bounced));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("write with password: {{secret}} logs are in /home/{{user}}/logs");
    assertThat(runs.skills().get(0).failureModes())
        .containsExactly("mail: mail to {{email}} bounced");
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

  @Test
  void an_error_is_told_without_the_data_of_a_customer() {
    String told = "Rosa (born 1984-02-11, rosa@mail.it) has open INV-88213: 402 Payment Required";
    for (OutcomeStatus end : List.of(OutcomeStatus.SUCCESS, OutcomeStatus.SUCCESS, FAILURE)) {
      JsonValue error = new JsonObject(Map.of("error", JsonValue.of(told)));
      runs.ended(end, "refund Rosa", new Call("refund", JsonValue.of("deposit"), error));
    }
    house.consolidation.run();

    assertThat(runs.skills().get(0).failureModes())
        .containsExactly(
            "refund: {{name}} (born {{number}}, {{email}}) has open {{id}}: 402 Payment Required");
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

  private static String word(Random random, boolean isName) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return isName ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word.toString();
  }

  private void assertNothingOfOneTask() {
    house.consolidation.run();
    List<AgentSkill> skills = skills();
    assertThat(skills).isNotEmpty();
    List<String> own =
        tasksByValue.entrySet().stream()
            .filter(value -> value.getValue().size() == 1)
            .map(Map.Entry::getKey)
            .filter(value -> !WORD.matcher(value).matches())
            .toList();
    assertThat(own).hasSizeGreaterThan(10);
    for (AgentSkill skill : skills) {
      for (String value : own) {
        assertThat(skill.text()).doesNotContainPattern(whole(value));
      }
    }
  }

  private static Pattern whole(String value) {
    return Pattern.compile(
        "(?<![\\p{L}\\p{N}])" + Pattern.quote(value) + "(?![\\p{L}\\p{N}])",
        Pattern.CASE_INSENSITIVE);
  }

  private static Path data(String name) {
    String folder = System.getProperty("membrane.data", "");
    assumeTrue(!folder.isEmpty(), "needs -Dmembrane.data=<folder>");
    return Path.of(folder, "trajectories", name);
  }

  private void tell(JsonNode run) {
    String task = run.get("task").asText();
    IngestOptions options = IngestOptions.NONE.episode(run.get("id").asText());
    run.get("users").forEach(said -> house.service.record(said(said.asText(), options)));
    List<String> nodes = new ArrayList<>();
    String id = "";
    for (JsonNode call : run.get("calls")) {
      house.pass(Duration.ofMillis(100));
      MemoryRecord record = EngineFixture.full(house.service.record(called(call, nodes, options)));
      List<ToolNode> graph = EngineFixture.episodic(record).toolGraph();
      nodes.add(graph.get(graph.size() - 1).id());
      id = record.id();
      keep(call.get("args"), task);
      keep(call.get("result"), task);
    }
    OutcomeStatus status =
        run.get("success").asBoolean() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE;
    house.service.record(OutcomeRequest.of("agent", id, status));
    house.pass(Duration.ofMinutes(1));
  }

  private void keep(JsonNode json, String task) {
    if (json.isContainerNode()) {
      json.forEach(each -> keep(each, task));
    } else if (json.asText().length() >= SHORTEST) {
      tasksByValue.computeIfAbsent(json.asText(), value -> new HashSet<>()).add(task);
    }
  }

  private static EventRequest said(String text, IngestOptions options) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("user_input")
        .ref("msg")
        .summary(text)
        .options(options)
        .build();
  }

  private static ToolOutputRequest called(
      JsonNode call, List<String> nodes, IngestOptions options) {
    List<String> after = new ArrayList<>();
    call.get("deps_chain").forEach(index -> after.add(nodes.get(index.asInt())));
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName(call.get("tool").asText())
        .args((JsonObject) CODEC.parse("args", call.get("args").toString()))
        .result(CODEC.parse("result", call.get("result").toString()))
        .dependsOn(after)
        .options(options)
        .build();
  }

  private List<AgentSkill> skills() {
    ListSkillsRequest all =
        ListSkillsRequest.builder()
            .includeStopped(true)
            .page(PageRequest.FIRST.ofSize(1_000))
            .build();
    return house.listing().skills(all, Caller.ANONYMOUS).items();
  }
}
