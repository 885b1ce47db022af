package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.Caller;
import dev.membrane.Decay;
import dev.membrane.TrustContext;

/** Raises and lowers salience over HTTP. */
final class HttpDecay implements Decay {

  private final Caller caller;
  private final HttpMembrane.Call call;
  private final TrustContext trust;

  HttpDecay(Caller caller, HttpMembrane.Call call) {
    this(caller, call, null);
  }

  private HttpDecay(Caller caller, HttpMembrane.Call call, TrustContext trust) {
    this.caller = caller;
    this.call = call;
    this.trust = trust;
  }

  @Override
  public Decay under(TrustContext narrower) {
    return new HttpDecay(caller, call, requireNonNull(narrower, "trust"));
  }

  @Override
  public void reinforce(String id, String rationale) {
    call.to("reinforce", request(id, rationale));
  }

  @Override
  public void penalize(String id, double amount, String rationale) {
    call.to("penalize", request(id, rationale).put("amount", amount));
  }

  private ObjectNode request(String id, String rationale) {
    return HttpRequests.under(trust, HttpRequests.id(id))
        .put("actor", caller.claimedActor())
        .put("rationale", requireNonNull(rationale, "rationale"));
  }
}
