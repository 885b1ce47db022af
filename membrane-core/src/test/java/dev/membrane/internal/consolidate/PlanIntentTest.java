package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.OutcomeStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan says that was asked for. */
class PlanIntentTest {

  private static final String TASK = "please move the sofa to the attic";

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user_input | Hello!",
        "user_input | Hi, please help me",
        "user_input | Zoe Quux",
        "user_input | 42",
        "user_input | #AB-1234",
        "user_input | ...!!!",
        "system | You are a bot. Policy: never refund.",
        "system_prompt | You are a bot. Policy: never refund.",
        "assistant_message | Which furniture shall I move?",
      })
  void it_is_the_first_task_of_the_user(String kind, String text) {
    assertThat(intent(kind, text, TASK)).isEqualTo(TASK);
  }

  @Test
  void it_is_the_first_of_two() {
    assertThat(intent("user_input", "water the garden", TASK)).isEqualTo("water the garden");
  }

  @Test
  void without_a_task_it_is_a_greeting() {
    assertThat(intent("user_input", "42", "Hello, please!")).isEqualTo("Hello, please!");
    assertThat(runs.plans()).hasSize(1);
  }

  @Test
  void where_nobody_said_anything_it_is_what_the_system_said() {
    assertThat(intent("system_alert", "the disk is full", "")).isEqualTo("the disk is full");
  }

  private @Nullable String intent(String kind, String first, String second) {
    IngestOptions run = IngestOptions.NONE.episode("run 0");
    var unused =
        house.service.record(
            EventRequest.builder()
                .source("console")
                .eventKind(kind)
                .ref("first")
                .summary(first)
                .options(run)
                .build());
    String id =
        runs.begun(IngestOptions.NONE, second, call("a", "x"), call("b", "y"), call("c", "z"));
    runs.end(id, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    return runs.plans().get(0).intent();
  }
}
