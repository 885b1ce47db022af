package dev.membrane.tck;

import com.sun.net.httpserver.HttpExchange;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a transport may do wrong with its gate. */
final class TransportFlaws {

  private static final String TOLD = "the_gate_is_told_the_key_and_the_address_of_every_call";

  private TransportFlaws() {}

  static List<Flaw<TransportProvider>> all() {
    return List.of(
        new Flaw<>(
            "it does not say where it listens",
            "an_address_that_other_machines_reach_needs_keys",
            Silent::new),
        flaw("all callers have one address", TOLD, gate -> from(gate, "somewhere")),
        flaw("no caller has an address", TOLD, gate -> from(gate, null)),
        flaw("no key is an empty key", TOLD, Keyless::new),
        flaw(
            "who guesses keys does not wait",
            "a_refusal_comes_as_late_as_the_gate_says",
            gate -> refusing(gate, 401, "")),
        flaw(
            "a refusal is a failure of its own",
            "a_call_with_a_wrong_key_is_refused",
            gate -> refusing(gate, 500, "internal error")));
  }

  private static Flaw<TransportProvider> flaw(
      String what, String caughtBy, Function<Gate, Transport> making) {
    return new Flaw<>(what, caughtBy, () -> new HttpTransport.Provider(making));
  }

  private static Transport from(Gate gate, @Nullable String address) {
    return new HttpTransport(gate) {
      @Override
      @Nullable String address(HttpExchange exchange) {
        return address;
      }
    };
  }

  /**
   * Refuses at once.
   *
   * @param text empty: what the gate said
   */
  private static Transport refusing(Gate gate, int status, String text) {
    return new HttpTransport(gate) {
      @Override
      void refuse(HttpExchange exchange, NotAdmittedException refused) throws IOException {
        send(exchange, status, text.isEmpty() ? String.valueOf(refused.getMessage()) : text);
      }
    };
  }

  private static final class Keyless extends HttpTransport {

    Keyless(Gate gate) {
      super(gate);
    }

    @Override
    Admission admit(@Nullable String key, @Nullable String address) {
      return super.admit(Objects.requireNonNullElse(key, ""), address);
    }
  }

  private static final class Silent implements TransportProvider {

    @Override
    public String name() {
      return "http";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return HttpTransport::new;
    }
  }
}
