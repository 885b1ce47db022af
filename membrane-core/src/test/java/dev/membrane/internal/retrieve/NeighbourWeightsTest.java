package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.search.Hit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Stores answer in no order, and what a record gets from others may not depend on it. */
final class NeighbourWeightsTest {

  private static final Hit MIDDLE = hit("middle");

  /** Ids of one hash code, which a map has in the order in which they came. */
  private static final List<Hit> OTHERS =
      IntStream.range(0, 8)
          .mapToObj(
              number ->
                  hit(Integer.toBinaryString(8 + number).replace("0", "Aa").replace("1", "BB")))
          .toList();

  @Test
  void the_sum_is_the_same_to_the_last_bit_in_whichever_order_they_come() {
    Random random = new Random(1);
    for (int trial = 0; trial < 1_000; trial++) {
      List<Double> weights = OTHERS.stream().map(other -> 1.0 / random.nextInt(3, 200)).toList();
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
      ExpandedRecord first = expanded(weights, order);
      Collections.shuffle(order, random);
      assertThat(expanded(weights, order)).as("%s %s", weights, order).isEqualTo(first);
    }
  }

  private static ExpandedRecord expanded(List<Double> weights, List<Integer> order) {
    NeighbourWeights all = new NeighbourWeights(Map.of(MIDDLE.id(), MIDDLE), 10);
    order.forEach(next -> all.add(OTHERS.get(next), MIDDLE, weights.get(next)));
    return all.expandedRecords().get(MIDDLE.id());
  }

  private static Hit hit(String id) {
    return new Hit(id, Instant.EPOCH, 0, Map.of("word", 1), 10, "");
  }
}
