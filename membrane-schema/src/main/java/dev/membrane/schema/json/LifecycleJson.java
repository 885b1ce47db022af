package dev.membrane.schema.json;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import java.io.IOException;

/** Decay, reinforcement and deletion in JSON. */
final class LifecycleJson {

  private LifecycleJson() {}

  static LifecycleDraft lifecycle(MemberReader in) throws IOException {
    LifecycleDraft.Builder draft = LifecycleDraft.builder();
    while (in.next()) {
      switch (in.name()) {
        case "decay" -> in.object(decay -> decay(decay, draft));
        case "last_reinforced_at" -> draft.lastReinforcedAt(in.instant());
        case "pinned" -> draft.pinned(in.truth());
        case "deletion_policy" -> draft.deletionPolicy(in.constant(DeletionPolicy::of));
        default -> in.skip();
      }
    }
    return draft.build();
  }

  private static LifecycleDraft.Builder decay(MemberReader in, LifecycleDraft.Builder draft)
      throws IOException {
    while (in.next()) {
      switch (in.name()) {
        case "curve" -> draft.curve(in.constant(DecayCurve::of));
        case "half_life_seconds" -> draft.halfLifeSeconds(in.integer());
        case "min_salience" -> draft.minSalience(in.number());
        case "max_age_seconds" -> draft.maxAgeSeconds(in.integer());
        case "reinforcement_gain" -> draft.reinforcementGain(in.number());
        default -> in.skip();
      }
    }
    return draft;
  }

  /**
   * The lifecycle of a whole record, in which what the schema calls required may not be missing.
   */
  static Lifecycle complete(MemberReader in, LifecycleDraft draft) {
    DecayProfile decay =
        new DecayProfile(
            in.required("lifecycle.decay.curve", draft.curve()),
            in.required("lifecycle.decay.half_life_seconds", draft.halfLifeSeconds()),
            draft.minSalience(),
            draft.maxAgeSeconds(),
            draft.reinforcementGain());
    return new Lifecycle(
        decay,
        in.required("lifecycle.last_reinforced_at", draft.lastReinforcedAt()),
        Boolean.TRUE.equals(draft.pinned()),
        draft.deletionPolicy() == null ? DeletionPolicy.AUTO_PRUNE : draft.deletionPolicy());
  }

  static void lifecycle(MemberWriter out, Lifecycle lifecycle) throws IOException {
    out.object("decay", lifecycle.decay(), LifecycleJson::decay);
    out.instant("last_reinforced_at", lifecycle.lastReinforcedAt());
    out.truth("pinned", lifecycle.pinned());
    out.constant("deletion_policy", lifecycle.deletionPolicy(), DeletionPolicy::wireName);
  }

  static void draft(MemberWriter out, LifecycleDraft draft) throws IOException {
    out.object("decay", draft, LifecycleJson::decay);
    out.instant("last_reinforced_at", draft.lastReinforcedAt());
    if (draft.pinned() != null) {
      out.truth("pinned", draft.pinned());
    }
    out.constant("deletion_policy", draft.deletionPolicy(), DeletionPolicy::wireName);
  }

  private static void decay(MemberWriter out, LifecycleDraft draft) throws IOException {
    out.constant("curve", draft.curve(), DecayCurve::wireName);
    out.integer("half_life_seconds", draft.halfLifeSeconds());
    out.number("min_salience", draft.minSalience());
    out.integer("max_age_seconds", draft.maxAgeSeconds());
    out.number("reinforcement_gain", draft.reinforcementGain());
  }

  private static void decay(MemberWriter out, DecayProfile decay) throws IOException {
    out.constant("curve", decay.curve(), DecayCurve::wireName);
    out.integer("half_life_seconds", decay.halfLifeSeconds());
    out.number("min_salience", decay.minSalience());
    out.integer("max_age_seconds", decay.maxAgeSeconds());
    out.number("reinforcement_gain", decay.reinforcementGain());
  }
}
