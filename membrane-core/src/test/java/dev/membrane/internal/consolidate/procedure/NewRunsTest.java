package dev.membrane.internal.consolidate.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NewRunsTest {

  @Test
  void a_note_from_before_runs_were_learned_anew_has_the_runs_alone() {
    JsonObject note = (JsonObject) JsonValue.of(Map.of("one", List.of("look", "move")));

    assertThat(NewRuns.read(note))
        .isEqualTo(new NewRuns(Map.of("one", List.of("look", "move")), Map.of()));
  }

  @Test
  void a_run_that_was_learned_anew_twice_has_the_tools_that_were_concluded_from() {
    NewRuns news =
        NewRuns.read(new JsonObject(Map.of()))
            .anew("one", List.of("look"))
            .anew("one", List.of("move"));

    assertThat(NewRuns.read(news.toJson())).isEqualTo(news);
    assertThat(news.relearned()).isEqualTo(Map.of("one", List.of("look")));
    assertThat(news.reason("Why")).isEqualTo("Why: episode one");
  }
}
