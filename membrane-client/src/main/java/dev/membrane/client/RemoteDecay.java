package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.Decay;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.PenalizeResponse;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import org.jspecify.annotations.Nullable;

/** Raises and lowers salience. */
record RemoteDecay(Rpc rpc, Caller caller, @Nullable TrustContext trust) implements Decay {

  @Override
  public Decay under(TrustContext narrower) {
    return new RemoteDecay(rpc, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public void reinforce(String id, String rationale) {
    ReinforceRequest.Builder request =
        ReinforceRequest.newBuilder()
            .setId(requireNonNull(id, "id"))
            .setActor(caller.claimedActor())
            .setRationale(requireNonNull(rationale, "rationale"));
    Requests.under(trust, request::setTrust);
    ReinforceResponse unused = rpc.call(MembraneServiceBlockingStub::reinforce, request.build());
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    PenalizeRequest.Builder request =
        PenalizeRequest.newBuilder()
            .setId(requireNonNull(id, "id"))
            .setAmount(amount)
            .setActor(caller.claimedActor())
            .setRationale(requireNonNull(rationale, "rationale"));
    Requests.under(trust, request::setTrust);
    PenalizeResponse unused = rpc.call(MembraneServiceBlockingStub::penalize, request.build());
  }
}
