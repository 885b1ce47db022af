package dev.membrane.testing;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryType;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What an outline shows of a full record, and what that follows from.
 *
 * @param floor the salience that it does not fall below; null: none
 */
record OracleHeader(
    MemoryType type,
    double confidence,
    double salience,
    @Nullable Double floor,
    DeletionPolicy deletion,
    LifecycleDraft lifecycle) {

  private static final List<Long> HALF_LIVES = List.of(60L, 3_600L, 86_400L, 2_592_000L);

  /** Any header; of one that has to last the record is not taken by sweeps. */
  static OracleHeader any(Random random, boolean lasting) {
    Double floor = random.nextInt(3) == 0 ? (Double) (random.nextInt(10) / 10.0) : null;
    DeletionPolicy deletion = deletion(random, lasting);
    LifecycleDraft lifecycle =
        LifecycleDraft.builder()
            .curve(random.nextInt(3) == 0 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL)
            .halfLifeSeconds(Chance.oneOf(random, HALF_LIVES))
            .minSalience(floor)
            .maxAgeSeconds(random.nextInt(6) == 0 ? (Long) 100_000L : null)
            .pinned(random.nextInt(7) == 0)
            .deletionPolicy(deletion)
            .build();
    MemoryType type = Chance.oneOf(random, MemoryType.values());
    double salience = random.nextInt(12) / 8.0;
    return new OracleHeader(type, random.nextInt(5) / 4.0, salience, floor, deletion, lifecycle);
  }

  private static DeletionPolicy deletion(Random random, boolean lasting) {
    if (random.nextInt(8) == 0) {
      return DeletionPolicy.NEVER;
    }
    return lasting || random.nextInt(8) == 0
        ? DeletionPolicy.MANUAL_ONLY
        : DeletionPolicy.AUTO_PRUNE;
  }
}
