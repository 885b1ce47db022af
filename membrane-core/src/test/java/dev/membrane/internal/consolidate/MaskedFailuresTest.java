package dev.membrane.internal.consolidate;

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

/** Failure modes tell why a run failed, and nothing of whom it was for. */
class MaskedFailuresTest {

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

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
}
