package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitsTest extends RpcScenes {

  @Test
  void five_million_values_are_refused_while_they_are_read() {
    String many = "[" + "1,".repeat(5_000_000) + "1]";
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

  private static IngestEventRequest.Builder event() {
    return IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r");
  }

  private static IngestToolOutputRequest.Builder tool() {
    return IngestToolOutputRequest.newBuilder().setSource("a").setToolName("t");
  }
}
