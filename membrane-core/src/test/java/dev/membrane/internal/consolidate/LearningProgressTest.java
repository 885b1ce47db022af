package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A long run says how far it is, a short one nothing. */
class LearningProgressTest {

  @Test
  void a_line_every_ten_seconds() {
    EngineFixture house = new EngineFixture();
    List<String> lines = new ArrayList<>();
    LearningProgress progress = new LearningProgress(house, lines::add, () -> false);

    for (int i = 1; i <= 100; i++) {
      house.pass(Duration.ofMillis(250));
      progress.at("semantic", 50 * i);
    }

    assertThat(lines)
        .containsExactly(
            "semantic has handled 2000 records; 10 s so far",
            "semantic has handled 4000 records; 20 s so far");
  }
}
