package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnimplementedTest {

  @Test
  void calls_of_later_versions_say_that_they_are_not_there_yet() {
    try (TestServer server = TestServer.start()) {
      RawClient client = new RawClient(server.channel());
      for (String name : List.of("GetHistory")) {
        String rpc = "membrane.v1.MembraneService/" + name;
        Status status = Refusals.refusalOf(() -> client.call(rpc, new byte[0]));
        assertThat(status.getCode()).as(rpc).isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(status.getDescription()).isEqualTo("Method " + rpc + " is unimplemented");
      }
    }
  }

  @Test
  void unknown_calls_are_not_there_either() {
    try (TestServer server = TestServer.start()) {
      RawClient client = new RawClient(server.channel());
      for (String rpc : List.of("membrane.v1.MembraneService/Forget", "no.Service/Call")) {
        assertThat(Refusals.refusalOf(() -> client.call(rpc, new byte[0])).getCode())
            .isEqualTo(Status.Code.UNIMPLEMENTED);
      }
    }
  }
}
