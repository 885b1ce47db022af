package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.Decay;
import dev.membrane.TrustContext;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.spi.Tracer.Operation;
import org.jspecify.annotations.Nullable;

/** Raises and lowers salience on behalf of one caller. */
record EngineDecay(Engine engine, Caller caller, @Nullable TrustContext trust) implements Decay {

  @Override
  public Decay under(TrustContext narrower) {
    return new EngineDecay(engine, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public void reinforce(String id, String rationale) {
    requireNonNull(id, "id");
    engine.run(Operation.UPDATE, id, it -> it.decay().reinforce(id, reason(rationale), caller));
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    requireNonNull(id, "id");
    engine.run(
        Operation.UPDATE, id, it -> it.decay().penalize(id, amount, reason(rationale), caller));
  }

  private ChangeReason reason(String rationale) {
    return new ChangeReason(caller.claimedActor(), requireNonNull(rationale, "rationale"), trust);
  }
}
