package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnimplementedTest {

  @Test
  void unknown_calls_are_not_there() {
    try (TestServer server = TestServer.start()) {
      RawClient client = new RawClient(server.channel());
      for (String rpc : List.of("membrane.v1.MembraneService/Forget", "no.Service/Call")) {
        assertThat(Refusals.refusalOf(() -> client.call(rpc, new byte[0])).getCode())
            .isEqualTo(Status.Code.UNIMPLEMENTED);
      }
    }
  }
}
