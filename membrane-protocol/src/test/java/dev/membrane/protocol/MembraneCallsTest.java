package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneProto;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembraneCallsTest {

  private static final List<MethodDescriptor> DECLARED =
      MembraneProto.getDescriptor().findServiceByName("MembraneService").getMethods();

  @Test
  void every_call_is_there_but_the_stream() {
    assertThat(new MembraneCalls().names())
        .containsExactlyInAnyOrderElementsOf(
            DECLARED.stream()
                .map(MethodDescriptor::getName)
                .filter(name -> !name.equals("IngestStream"))
                .toList());
  }

  @Test
  void a_field_is_json_if_it_carries_a_document() {
    assertThat(isJson(IngestToolOutputRequest.getDescriptor().findFieldByName("result"))).isTrue();
    assertThat(isJson(IngestToolOutputRequest.getDescriptor().findFieldByName("tool_name")))
        .isFalse();
    assertThat(isJson(IngestResponse.getDescriptor().findFieldByName("record"))).isTrue();
    assertThat(isJson(IngestResponse.getDescriptor().findFieldByName("result"))).isFalse();
  }

  private static boolean isJson(FieldDescriptor field) {
    return field != null && JsonFields.isJson(field);
  }
}
