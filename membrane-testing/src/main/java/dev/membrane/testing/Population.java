package dev.membrane.testing;

import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What happens besides the calls of the viewer. Not thread-safe. */
final class Population {

  private final List<ViewerAccess> zones = new ArrayList<>();
  private final VisibleRecords visible;
  private final RecordsAbove above;
  private final HiddenRecords hidden;
  private final TrialPlan trialPlan;
  private final Random random;
  private final boolean learning;

  Population(Visibility viewer, TrialPlan trialPlan, Random random) {
    this(viewer, trialPlan, random, false);
  }

  /**
   * What happens around a viewer.
   *
   * @param learning whether something is learned from what happens
   */
  Population(Visibility viewer, TrialPlan trialPlan, Random random, boolean learning) {
    this.learning = learning;
    this.trialPlan = trialPlan;
    this.random = random;
    this.visible = new VisibleRecords(viewer, trialPlan, random);
    this.above = new RecordsAbove(viewer, trialPlan, random, learning);
    this.hidden = new HiddenRecords(viewer, trialPlan, random);
    add(ViewerAccess.VISIBLE, 5, viewer);
    add(ViewerAccess.ABOVE, 2, viewer);
    add(ViewerAccess.HIDDEN, 4, viewer);
  }

  private void add(ViewerAccess zone, int weight, Visibility viewer) {
    for (int i = 0; i < weight && !Place.of(zone, viewer).isEmpty(); i++) {
      zones.add(zone);
    }
  }

  /** One more record, or a change of one. */
  void grow() {
    switch (Chance.oneOf(random, zones)) {
      case VISIBLE -> {
        if (learning && random.nextInt(5) == 0) {
          visible.practise();
        } else {
          visible.grow();
        }
      }
      case ABOVE -> above.grow();
      case HIDDEN -> hidden.grow();
    }
  }

  /** Something that the viewer must not notice, or a sweep. */
  void change() {
    ViewerAccess zone = Chance.oneOf(random, zones);
    switch (zone) {
      case VISIBLE -> upkeep();
      case ABOVE -> above.grow();
      case HIDDEN -> hidden.grow();
    }
  }

  private void upkeep() {
    switch (random.nextInt(learning ? 3 : 2)) {
      case 0 -> trialPlan.background("sweep", Population::sweep, Population::sweep);
      case 1 -> trialPlan.embed();
      default -> trialPlan.consolidate();
    }
  }

  private static @Nullable Object sweep(World world) {
    world.sweep();
    return null;
  }
}
