package dev.membrane.internal.ingest;

import dev.membrane.schema.Lifecycle;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The effect that an outcome had on a record that the run used.
 *
 * @param effect 1: reinforced it; -1: penalized it; 0: neither
 * @param from its live salience before
 * @param to its live salience right after
 * @param at when that was; null: only the effect is known
 */
record OutcomeEffect(int effect, double from, double to, @Nullable Instant at) {

  /** Nothing was done yet. */
  static final OutcomeEffect NOTHING = new OutcomeEffect(0, 0, 0, Instant.EPOCH);

  /** Reads what {@link #text} has written. */
  static OutcomeEffect of(String text) {
    String[] parts = text.split(",", -1);
    int effect = Integer.parseInt(parts[0]);
    return parts.length == 1
        ? new OutcomeEffect(effect, 0, 0, null)
        : new OutcomeEffect(
            effect,
            Double.parseDouble(parts[1]),
            Double.parseDouble(parts[2]),
            Instant.parse(parts[3]));
  }

  String text() {
    return at == null ? String.valueOf(effect) : effect + "," + from + "," + to + "," + at;
  }

  /** Another effect in the place of this one, on a record with this live salience. */
  OutcomeEffect then(int other, Lifecycle lifecycle, double live, double gain, Instant now) {
    double back = takenBack(lifecycle, live, gain, now);
    double moved =
        switch (other) {
          case 1 -> Lifecycle.reinforced(back, gain);
          case -1 -> lifecycle.penalized(back, gain);
          default -> back;
        };
    return new OutcomeEffect(other, back, moved, now);
  }

  /**
   * The live salience without this effect, which has decayed since then like the rest. If nothing
   * else has changed the salience, the result is the one that the record would have without the
   * outcome. Other changes made meanwhile are kept, within the floor and 1.
   */
  private double takenBack(Lifecycle lifecycle, double live, double gain, Instant now) {
    double without = at == null ? live : new Anchor(from, at).salienceAt(lifecycle, now);
    double with = at == null ? live + effect * gain : new Anchor(to, at).salienceAt(lifecycle, now);
    Double minSalience = lifecycle.decay().minSalience();
    double floor = minSalience == null ? 0 : minSalience;
    double least = Math.min(floor, Math.min(without, live));
    double most = Math.max(1, Math.max(without, live));
    return Math.max(least, Math.min(most, live - (with - without)));
  }
}
