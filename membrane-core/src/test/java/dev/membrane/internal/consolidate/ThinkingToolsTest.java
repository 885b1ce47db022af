package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.OutcomeStatus;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tool that only thinks changes nothing, and so names no procedure. */
class ThinkingToolsTest {

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @ParameterizedTest
  @CsvSource({
    "think, procedure:cancel",
    "sequential_thinking, procedure:cancel",
    "calculate_refund, procedure:cancel",
    "delete_thought, procedure:cancel+delete_thought",
    "calculate_and_charge, procedure:calculate_and_charge+cancel",
    "calculateThenBook, procedure:calculateThenBook+cancel",
    "save-thinking, procedure:cancel+save-thinking"
  })
  void a_name_tells_whether_a_tool_only_thinks(String tool, String procedure) {
    Call first = call(tool, "hard");
    Call second = call(tool, "harder");
    Call find = new Call("find", "customer", "order-2", true);
    runs.ended(OutcomeStatus.SUCCESS, "one", first, call("cancel", "order-1"));
    house.pass(Duration.ofMinutes(1));
    runs.ended(OutcomeStatus.SUCCESS, "two", second, find, call("cancel", "order-2"));

    house.consolidation.run();

    assertThat(runs.skills()).extracting(skill -> skill.skillName()).containsExactly(procedure);
  }
}
