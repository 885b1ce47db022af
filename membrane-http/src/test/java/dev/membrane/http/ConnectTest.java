package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTest {

  private static final String SERVICE = "/membrane.v1.MembraneService/";
  private static final String EVENT =
      "{\"source\": \"a\", \"eventKind\": \"k\", \"ref\": \"r\", \"tags\": [\"t\"]}";

  private final Site site = Site.started();

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void the_json_of_protobuf_is_spoken() {
    JsonNode answer = site.answer(SERVICE + "IngestEvent", EVENT);
    JsonNode record =
        Site.parsed(
            new String(
                Base64.getDecoder().decode(answer.at("/record").asText()),
                java.nio.charset.StandardCharsets.UTF_8));
    assertThat(record.at("/tags/0").asText()).isEqualTo("t");
    assertThat(answer.at("/result").asText()).isEqualTo("created");
  }

  @Test
  void the_binary_form_is_spoken() throws InvalidProtocolBufferException {
    IngestEventRequest event =
        IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();
    HttpResponse<byte[]> response = binary(event.toByteArray());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/proto");
    IngestResponse answer = IngestResponse.parseFrom(response.body());
    assertThat(Site.parsed(answer.getRecord().toStringUtf8()).at("/type").asText())
        .isEqualTo("episodic");

    HttpResponse<byte[]> malformed = binary(new byte[] {1, 2, 3});
    assertThat(malformed.statusCode()).isEqualTo(400);
    assertThat(malformed.headers().firstValue("content-type")).hasValue("application/json");
  }

  private HttpResponse<byte[]> binary(byte[] body) {
    return site.send(
        site.request(SERVICE + "IngestEvent")
            .header("content-type", "application/proto")
            .POST(BodyPublishers.ofByteArray(body)),
        BodyHandlers.ofByteArray());
  }

  @Test
  void failures_have_the_words_of_the_protocol() {
    assertError(site.post(SERVICE + "IngestEvent", "{}"), 400, "invalid_argument");
    assertError(site.post(SERVICE + "IngestEvent", "{"), 400, "invalid_argument");
    assertError(site.post(SERVICE + "IngestEvent", "{\"sauce\": 1}"), 400, "invalid_argument");
    assertError(site.post(SERVICE + "Forget", "{}"), 404, "unimplemented");
    assertError(
        site.post(
            SERVICE + "RetrieveByID", "{\"id\": \"x\", \"trust\": {\"maxSensitivity\": \"low\"}}"),
        404,
        "not_found");
    assertError(
        site.send(
            site.json(SERVICE + "IngestEvent", EVENT).header("connect-protocol-version", "2")),
        400,
        "invalid_argument");
    assertError(
        site.send(site.json(SERVICE + "IngestEvent", EVENT).header("connect-timeout-ms", "soon")),
        400,
        "invalid_argument");
    assertThat(site.records()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/proto", "application/connect+json"})
  void who_calls_the_stream_is_told_where_it_is_served(String mediaType) {
    HttpResponse<String> refused =
        site.send(
            site.request(SERVICE + "IngestStream")
                .header("content-type", mediaType)
                .POST(BodyPublishers.ofString("{}")));
    assertError(refused, 501, "unimplemented");
    assertThat(Site.parsed(refused.body()).at("/message").asText())
        .isEqualTo(
            "IngestStream is a stream: it is served over gRPC and at POST /v1/ingest-stream,"
                + " not over the Connect protocol");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"limit\": \"many\"} | limit must be a whole number that is not too large",
        "{\"limit\": 1, \"min_salience\": \"much\"} | min_salience must be a number",
        "{\"trust\": 3} | trust must be an object",
        "{\"trust\": {\"maxSensitivity\": {}}} | trust.maxSensitivity must be a string",
        "{\"trust\": {\"scopes\": {\"a\": 1}}} | trust.scopes must be an array of which each item is a string",
        "{\"trust\": {\"scopes\": [\"a\", {}]}} | trust.scopes[1] must be a string",
        "{\"sauce\": 1} | unknown member: sauce",
        "{\"trust\": {\"sauce\": 1}} | unknown member: trust.sauce"
      })
  void the_member_that_is_not_as_it_must_be_is_named(String body, String message) {
    HttpResponse<String> refused = site.post(SERVICE + "Retrieve", body);
    assertError(refused, 400, "invalid_argument");
    assertThat(Site.parsed(refused.body()).at("/message").asText()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"limit\": %s} | limit",
        "{\"limit\": \"%s\"} | limit",
        "{\"min_salience\": 0.%s} | min_salience",
        "{\"minSalience\": \"%s\"} | minSalience",
        "{\"trust\": {\"scopes\": [\"a\", %s]}} | trust.scopes[1]",
        "{\"sauce\": [[%s]]} | sauce[0][0]"
      })
  void a_long_number_is_refused_before_anybody_computes_it(String body, String path) {
    HttpResponse<String> refused =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> site.post(SERVICE + "Retrieve", body.formatted("1".repeat(2_000_000))));
    assertError(refused, 400, "invalid_argument");
    assertThat(Site.parsed(refused.body()).at("/message").asText())
        .isEqualTo(path + " must be a number of at most 1000 characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{%s}{} | the request cannot be decoded: there is more than one JSON value",
        "{%s} 1 | the request cannot be decoded: there is more than one JSON value",
        "{%s} x | the request cannot be decoded: it is not the JSON of the message",
        "{%s}# | the request cannot be decoded: it is not the JSON of the message",
        "{%s, \"source\": \"b\"} | source is given twice",
        "{%s, \"event_kind\": \"l\"} | event_kind is given twice",
        "{%s, \"summary\": null, \"summary\": \"s\"} | summary is given twice"
      })
  void nothing_that_was_sent_is_dropped_in_silence(String body, String message) {
    String members = "\"source\": \"a\", \"eventKind\": \"k\", \"ref\": \"r\"";
    HttpResponse<String> refused = site.post(SERVICE + "IngestEvent", body.formatted(members));
    assertError(refused, 400, "invalid_argument");
    assertThat(Site.parsed(refused.body()).at("/message").asText()).isEqualTo(message);
    assertThat(site.records()).isZero();
  }

  @Test
  void a_member_name_that_is_too_long_is_refused_here_and_at_v1() {
    String name = "n".repeat(50_001);
    String fact = "{\"source\": \"a\", \"subject\": \"s\", \"predicate\": \"p\", \"object\": %s}";
    String record =
        "{\\\"type\\\": \\\"semantic\\\", \\\"payload\\\": {\\\"kind\\\": \\\"semantic\\\","
            + " \\\"subject\\\": \\\"s\\\", \\\"predicate\\\": \\\"p\\\", \\\"object\\\": {\\\""
            + name
            + "\\\": 1}}}";
    HttpResponse<String> inText =
        site.post(SERVICE + "IngestObservation", fact.formatted("\"{\\\"" + name + "\\\": 1}\""));
    assertError(inText, 400, "invalid_argument");
    assertThat(inText.body()).contains("object: must not contain a member name of more than 50000");
    HttpResponse<String> inRecord =
        site.post(SERVICE + "IngestRecord", "{\"source\": \"a\", \"record\": \"" + record + "\"}");
    assertError(inRecord, 400, "invalid_argument");
    assertThat(inRecord.body()).contains("must not contain a member name of more than 50000 bytes");
    HttpResponse<String> readable =
        site.post("/v1/ingest-observation", fact.formatted("{\"" + name + "\": 1}"));
    assertThat(readable.statusCode()).as(readable.body()).isEqualTo(400);
    assertThat(site.records()).isZero();
    String longest = fact.formatted("\"{\\\"" + name.substring(1) + "\\\": 1}\"");
    assertThat(site.post(SERVICE + "IngestObservation", longest).statusCode()).isEqualTo(200);
  }

  @Test
  void of_a_long_array_that_is_wrong_not_every_item_is_tried() {
    String scopes = "\"a\",".repeat(100) + "{}";
    HttpResponse<String> refused =
        site.post(SERVICE + "Retrieve", "{\"trust\": {\"scopes\": [" + scopes + "]}}");
    assertThat(Site.parsed(refused.body()).at("/message").asText())
        .isEqualTo("trust.scopes must be an array of which each item is a string");
  }

  @Test
  void one_item_too_many_ends_the_reading() {
    String scopes = "\"a\",".repeat(10_001);
    HttpResponse<String> refused =
        site.post(SERVICE + "Retrieve", "{\"trust\": {\"scopes\": [" + scopes + "#");
    assertError(refused, 400, "invalid_argument");
    assertThat(Site.parsed(refused.body()).at("/message").asText())
        .isEqualTo("trust.scopes exceeds maximum of 10000 items");
  }

  @Test
  void a_call_whose_time_is_over_is_not_done() {
    assertError(
        site.send(site.json(SERVICE + "IngestEvent", EVENT).header("connect-timeout-ms", "0")),
        504,
        "deadline_exceeded");
    assertThat(site.records()).isZero();
  }

  @Test
  void a_failed_precondition_is_a_bad_request_here() {
    String id =
        Site.parsed(
                site.post(
                        "/v1/ingest-observation",
                        "{\"source\":\"a\",\"subject\":\"s\",\"predicate\":\"p\"}")
                    .body())
            .at("/record/id")
            .asText();
    String retract = "{\"id\": \"" + id + "\"}";
    site.answer(SERVICE + "Retract", retract);
    assertError(site.post(SERVICE + "Retract", retract), 400, "failed_precondition");
  }

  private static void assertError(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(Site.parsed(response.body()).at("/code").asText()).isEqualTo(code);
  }
}
