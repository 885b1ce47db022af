package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.sun.management.ThreadMXBean;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneProto;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {

  private static final Set<String> JSON_FIELDS =
      Set.of(
          "args",
          "result",
          "data",
          "object",
          "active_constraints",
          "record",
          "new_record",
          "forked_record",
          "merged_record",
          "context");

  private static final String TOO_LONG = "x".repeat(100_001);
  private static final String TOO_LARGE = "x".repeat(10_485_761);
  private static final List<String> TOO_MANY = Collections.nCopies(10_001, "x");

  @Test
  void five_million_values_are_refused_while_they_are_read() {
    String many = "[" + "1,".repeat(5_000_000) + "1]";
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> Fields.json("result", many))
        .hasMessage("validation error for result: must not have more than 100000 JSON values");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100L << 20);
  }

  /** What comes after them is no JSON, so nothing of it was read. */
  @Test
  void one_item_too_many_ends_the_reading() {
    assertThatThrownBy(() -> readEvent("{\"tags\": [" + "\"t\",".repeat(10_001) + "\0"))
        .isInstanceOf(ValidationException.class)
        .hasMessage("tags exceeds maximum of 10000 items");
    assertThatThrownBy(() -> readEvent("{\"tags\": [" + "\"t\",".repeat(10_000) + "\0"))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  private static Message readEvent(String json) throws IOException {
    return ReadableJson.read(
        IngestEventRequest.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void no_string_field_of_any_request_is_without_a_limit() {
    int strings = 0;
    for (Descriptor request : requests()) {
      for (FieldDescriptor field : request.getFields()) {
        if (field.getJavaType() == FieldDescriptor.JavaType.STRING && !field.isRepeated()) {
          strings++;
          boolean isJson = JSON_FIELDS.contains(field.getName());
          assertRefused(
              with(request, field, isJson ? TOO_LARGE : TOO_LONG),
              field.getName()
                  + (isJson
                      ? " exceeds maximum payload size of 10485760 bytes"
                      : " exceeds maximum length of 100000"));
        }
      }
    }
    assertThat(strings).isGreaterThan(60);
  }

  @Test
  void no_list_of_any_request_is_without_a_limit() {
    int lists = 0;
    for (Descriptor request : requests()) {
      for (FieldDescriptor field : request.getFields()) {
        if (field.isRepeated() && field.getJavaType() == FieldDescriptor.JavaType.STRING) {
          lists++;
          assertRefused(
              with(request, field, TOO_MANY), field.getName() + " exceeds maximum of 10000 items");
          assertRefused(
              with(request, field, List.of(TOO_LONG)),
              field.getName().equals("tags")
                  ? "tag exceeds maximum length of 256"
                  : field.getName() + " exceeds maximum length of 100000");
        }
      }
    }
    assertThat(lists).isGreaterThan(9);
  }

  @Test
  void trust_is_limited_too() {
    for (Descriptor request : requests()) {
      FieldDescriptor trust = request.findFieldByName("trust");
      if (trust != null) {
        assertRefused(
            with(request, trust, TrustContext.newBuilder().setActorId(TOO_LONG).build()),
            "trust.actor_id exceeds maximum length of 100000");
        assertRefused(
            with(request, trust, TrustContext.newBuilder().addAllScopes(TOO_MANY).build()),
            "trust.scopes exceeds maximum of 10000 items");
      }
    }
  }

  private static List<Descriptor> requests() {
    return MembraneProto.getDescriptor().getServices().get(0).getMethods().stream()
        .map(MethodDescriptor::getInputType)
        .toList();
  }

  private static Message with(Descriptor type, FieldDescriptor field, Object value) {
    return DynamicMessage.newBuilder(type).setField(field, value).build();
  }

  private static void assertRefused(Message request, String text) {
    assertThatThrownBy(() -> RequestLimits.check(request))
        .isInstanceOf(ValidationException.class)
        .hasMessage(text);
  }
}
