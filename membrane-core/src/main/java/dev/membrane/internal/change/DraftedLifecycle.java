package dev.membrane.internal.change;

import static java.util.Objects.requireNonNullElse;

import dev.membrane.internal.value.FarFuture;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Completes what the draft of a record says of its lifecycle. */
public final class DraftedLifecycle {

  private static final String REINFORCED = "lifecycle.last_reinforced_at";

  private DraftedLifecycle() {}

  /**
   * The whole lifecycle.
   *
   * @param draft null: it says nothing
   * @param otherwise what holds where it says nothing
   * @throws ValidationException if it says that something was in the far future
   */
  public static Lifecycle of(@Nullable LifecycleDraft draft, Lifecycle otherwise, Instant now) {
    if (draft == null) {
      return otherwise;
    }
    if (draft.lastReinforcedAt() != null) {
      FarFuture.check(REINFORCED, draft.lastReinforcedAt(), FarFuture.after(now));
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
