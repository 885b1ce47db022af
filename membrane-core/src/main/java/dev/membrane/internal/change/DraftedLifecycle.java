package dev.membrane.internal.change;

import static java.util.Objects.requireNonNullElse;

import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import org.jspecify.annotations.Nullable;

/** Completes what the draft of a record says of its lifecycle. */
public final class DraftedLifecycle {

  private DraftedLifecycle() {}

  /**
   * The whole lifecycle.
   *
   * @param draft null: it says nothing
   * @param otherwise what holds where it says nothing
   */
  public static Lifecycle of(@Nullable LifecycleDraft draft, Lifecycle otherwise) {
    if (draft == null) {
      return otherwise;
    }
    DecayProfile decay = otherwise.decay();
    return new Lifecycle(
        new DecayProfile(
            requireNonNullElse(draft.curve(), decay.curve()),
            requireNonNullElse(draft.halfLifeSeconds(), decay.halfLifeSeconds()),
            draft.minSalience() == null ? decay.minSalience() : draft.minSalience(),
            draft.maxAgeSeconds() == null ? decay.maxAgeSeconds() : draft.maxAgeSeconds(),
            draft.reinforcementGain() == null
                ? decay.reinforcementGain()
                : draft.reinforcementGain()),
        requireNonNullElse(draft.lastReinforcedAt(), otherwise.lastReinforcedAt()),
        requireNonNullElse(draft.pinned(), otherwise.pinned()),
        requireNonNullElse(draft.deletionPolicy(), otherwise.deletionPolicy()));
  }
}
