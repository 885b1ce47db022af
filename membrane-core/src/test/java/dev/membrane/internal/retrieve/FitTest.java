package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.skill.TrackRecord;
import dev.membrane.spi.search.Hit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FitTest {

  private static Fit fit(String id, double overlap, long successes) {
    return new Fit(
        new Hit(id, Instant.EPOCH, 0, Map.of(), 0, ""),
        overlap,
        new TrackRecord(1, 1, 0, successes, false));
  }

  @Test
  void scores_that_differ_in_their_last_bits_are_equal() {
    Fit often = fit("often", Math.nextDown(11.0 / 14), 6);
    Fit seldom = fit("seldom", 11.0 / 14, 3);
    Fit better = fit("better", 11.0 / 14 + 1e-9, 1);
    List<Fit> sorted = Stream.of(seldom, often, better).sorted(Fit.BEST_FIRST).toList();
    assertThat(sorted).containsExactly(better, often, seldom);
  }
}
