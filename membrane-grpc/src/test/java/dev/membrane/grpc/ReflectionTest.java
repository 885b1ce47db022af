package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.membrane.grpc.v1.MembraneProto;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReflectionTest {

  private static final String SERVICE = "membrane.v1.MembraneService";

  @Test
  void both_versions_list_what_is_served() {
    try (TestServer server = TestServer.start()) {
      String[] all = {
        SERVICE,
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection"
      };
      assertThat(Reflection.v1(server.channel()).services()).containsExactlyInAnyOrder(all);
      assertThat(Reflection.v1alpha(server.channel()).services()).containsExactlyInAnyOrder(all);
    }
  }

  @Test
  void both_versions_describe_the_whole_service() {
    try (TestServer server = TestServer.start()) {
      for (Reflection reflection :
          List.of(Reflection.v1(server.channel()), Reflection.v1alpha(server.channel()))) {
        ServiceDescriptor service = reflection.service(SERVICE);
        assertThat(service.getFile().toProto()).isEqualTo(MembraneProto.getDescriptor().toProto());
        assertThat(service.getMethods()).hasSize(33);
      }
    }
  }
}
