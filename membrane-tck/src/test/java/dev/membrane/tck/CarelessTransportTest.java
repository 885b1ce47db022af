package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.membrane.schema.JsonValue;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.TransportProvider;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** That the contract notices a transport that asks the gate once and then lets everybody in. */
final class CarelessTransportTest {

  @Test
  void a_transport_that_keeps_an_admission_fails_the_contract() {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Contract.class))
                .build(),
            listener);
    assertThat(listener.getSummary().getFailures())
        .extracting(failure -> failure.getTestIdentifier().getDisplayName())
        .containsExactlyInAnyOrder(
            "a_call_without_a_key_is_refused()",
            "a_call_with_a_wrong_key_is_refused()",
            "the_gate_is_told_the_key_and_the_address_of_every_call()",
            "a_refusal_comes_as_late_as_the_gate_says()",
            "a_principal_sees_no_more_than_was_granted()",
            "a_principal_does_no_more_than_was_granted()",
            "a_caller_over_the_limit_is_refused()",
            "after_the_keys_were_read_again_the_old_one_is_refused()");
  }

  private static final class Careless extends HttpTransport {

    private @Nullable Admission first;

    Careless(Gate gate) {
      super(gate);
    }

    @Override
    Admission admit(@Nullable String key, @Nullable String address) {
      Admission known = first == null ? super.admit(key, address) : first;
      first = known;
      return known;
    }
  }

  /** Run by the launcher alone. */
  static final class Contract extends TransportTck {

    @Override
    protected TransportProvider provider() {
      return new HttpTransport.Provider(Careless::new);
    }

    @Override
    protected Map<String, JsonValue> settings() {
      return Map.of();
    }

    @Override
    protected List<String> retrieve(String startLine, @Nullable String key) throws Exception {
      return HttpTransport.call(startLine, key);
    }
  }
}
