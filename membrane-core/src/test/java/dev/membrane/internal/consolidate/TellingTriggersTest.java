package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
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

/** A trigger says what a skill is for, although what belongs to one case is masked in it. */
class TellingTriggersTest {

  private static final Call TEST = call("test", "all");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void a_task_that_is_an_argument_as_a_whole_is_still_told() {
    for (String task :
        List.of("Add a dark mode to the page of Zoe Quintero", "Remove the legacy page")) {
      runs.ended(OutcomeStatus.SUCCESS, task, call("edit", "a file"), TEST, call("commit", task));
    }
    house.consolidation.run();

    assertThat(triggers())
        .containsExactlyInAnyOrder(
            "Add a dark mode to the page of {{name}}", "Remove the legacy page");
    assertThat(runs.plans().get(0).intent()).isIn(triggers());
  }

  @Test
  void so_is_one_that_stands_in_a_list() {
    for (String task : List.of("Add a dark mode to the page", "Remove the legacy page")) {
      JsonObject step = new JsonObject(Map.of("content", JsonValue.of(task)));
      runs.ended(OutcomeStatus.SUCCESS, task, new Call("note", new JsonArray(List.of(step))), TEST);
    }
    house.consolidation.run();

    assertThat(triggers())
        .containsExactlyInAnyOrder("Add a dark mode to the page", "Remove the legacy page");
  }

  @Test
  void what_has_nothing_but_masks_is_no_trigger_and_no_intent() {
    for (String name : List.of("rosa bianchi", "omar haddad")) {
      runs.ended(OutcomeStatus.SUCCESS, name + "!", call("find", name), call("dial", name), TEST);
    }
    house.consolidation.run();

    assertThat(triggers()).isEmpty();
    assertThat(runs.plans().get(0).intent()).isNull();
  }

  /** More values than are remembered of an argument. */
  @Test
  void a_task_that_comes_after_many_others_is_told_too() {
    for (int i = 0; i < 32; i++) {
      String name = "name" + (char) ('a' + i / 6) + (char) ('a' + i % 6);
      runs.ended(OutcomeStatus.SUCCESS, "42", call("find", name), call("dial", name), TEST);
    }
    house.consolidation.run();
    String task = "Remove the legacy page";
    for (int i = 0; i < 3; i++) {
      runs.ended(OutcomeStatus.SUCCESS, task, call("find", task), call("dial", task), TEST);
    }
    house.consolidation.run();

    assertThat(triggers()).containsExactly(task);
    assertThat(runs.plans().get(0).intent()).isEqualTo(task);
  }

  /** The word stands in the procedure anyway. */
  @ParameterizedTest
  @CsvSource({"issue_refund", "issueRefund", "refund"})
  void a_word_of_a_tool_that_all_runs_gave_is_told(String tool) {
    for (String order : List.of("9001", "9002")) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "Refund customer Maria Lopez order " + order,
          call(tool, order),
          call("send_mail", "refund"),
          TEST);
    }
    house.consolidation.run();

    String told = "Refund customer {{name}} order {{number}}";
    assertThat(triggers()).containsExactly(told);
    assertThat(runs.plans().get(0).intent()).isEqualTo(told);
  }

  @Test
  void a_word_of_a_tool_is_masked_where_runs_gave_others() {
    for (String what : List.of("refund", "voucher")) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "write the " + what + " mail",
          call("issue_refund", "x"),
          call("send_mail", what));
    }
    house.consolidation.run();

    assertThat(triggers()).containsExactly("write the {{id}} mail");
  }

  private List<String> triggers() {
    return runs.skills().get(0).triggers().stream().map(Trigger::signal).toList();
  }
}
