package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.sun.management.ThreadMXBean;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneProto;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.ValidationException;
import io.grpc.Status;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final Set<String> JSON_FIELDS =
      Set.of(
          "args",
          "result",
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

  private TestServer server;
  private MembraneServiceBlockingStub client;

  @BeforeEach
  void start() {
    server = TestServer.start();
    client = server.client();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void five_million_values_are_refused_while_they_are_read() {
    String many = "[" + "1,".repeat(5_000_000) + "1]";
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> Fields.json("result", many))
        .hasMessage("validation error for result: must not have more than 100000 JSON values");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100L << 20);

    for (String field : List.of("result", "args")) {
      String json = field.equals("args") ? "{\"x\":" + many.substring(0, 400_000) : many;
      assertInvalid(
          () -> client.ingestToolOutput(with(field, json)),
          "validation error for " + field + ": must not have more than 100000 JSON values");
    }
    assertThat(
            client.getMetrics(GetMetricsRequest.getDefaultInstance()).getSnapshot().toStringUtf8())
        .contains("\"total_records\":0");
  }

  @Test
  void a_number_has_at_most_a_thousand_characters() {
    String number = "{\"a\":" + "7".repeat(1_001) + "}";
    for (String field : List.of("result", "args")) {
      assertInvalid(
          () -> client.ingestToolOutput(with(field, number)),
          "validation error for "
              + field
              + ": must not contain a number of more than 1000 characters");
    }
    assertInvalid(
        () ->
            client.retrieve(
                RetrieveRequest.newBuilder()
                    .setTrust(TrustContext.newBuilder().setMaxSensitivity("low"))
                    .setContext(number)
                    .build()),
        "validation error for context: must not contain a number of more than 1000 characters");
  }

  private static IngestToolOutputRequest with(String jsonField, String json) {
    IngestToolOutputRequest.Builder request =
        IngestToolOutputRequest.newBuilder().setSource("s").setToolName("t");
    return request
        .setField(IngestToolOutputRequest.getDescriptor().findFieldByName(jsonField), json)
        .build();
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
        if (field.isRepeated()) {
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

  @Test
  void a_string_may_be_as_long_as_the_limit_in_code_points() {
    String longest = "🦊".repeat(100_000);
    assertThatCode(() -> client.ingestEvent(event().setSummary(longest).build()))
        .doesNotThrowAnyException();
    assertInvalid(
        () -> client.ingestEvent(event().setSummary(longest + "x").build()),
        "summary exceeds maximum length of 100000");
  }

  @Test
  void tags_count_once_each() {
    List<String> hundred = IntStream.range(0, 100).mapToObj(i -> "tag" + i).toList();
    List<String> twice = new ArrayList<>(hundred);
    twice.addAll(hundred);
    assertThatCode(() -> client.ingestEvent(event().addAllTags(twice).build()))
        .doesNotThrowAnyException();
    assertInvalid(
        () -> client.ingestEvent(event().addAllTags(hundred).addTags("one more").build()),
        "too many tags: 101 (max 100)");
    assertInvalid(
        () -> client.ingestEvent(event().addTags("x".repeat(257)).build()),
        "tag exceeds maximum length of 256");
    assertInvalid(
        () -> client.retrieve(RetrieveRequest.newBuilder().addTags("x".repeat(257)).build()),
        "tag exceeds maximum length of 256");
  }

  @Test
  void json_is_limited_in_bytes() {
    String largest = "\"" + "x".repeat(10_485_758) + "\"";
    assertThatCode(() -> client.ingestToolOutput(tool().setResult(largest).build()))
        .doesNotThrowAnyException();
    assertInvalid(
        () -> client.ingestToolOutput(tool().setResult(largest.replaceFirst("x", "é")).build()),
        "result exceeds maximum payload size of 10485760 bytes");
  }

  @Test
  void two_large_json_fields_fit_into_one_message_and_three_do_not() {
    String large = "{\"x\":\"" + "x".repeat(10_485_700) + "\"}";
    assertThatCode(() -> client.ingestToolOutput(tool().setArgs(large).setResult(large).build()))
        .doesNotThrowAnyException();

    Status status =
        Refusals.refusalOf(
            () ->
                client.ingestToolOutput(
                    tool().setArgs(large).setResult(large).setSource(large).build()));
    assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(status.getDescription()).contains("25165824");
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

  private static IngestEventRequest.Builder event() {
    return IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r");
  }

  private static IngestToolOutputRequest.Builder tool() {
    return IngestToolOutputRequest.newBuilder().setSource("a").setToolName("t");
  }
}
