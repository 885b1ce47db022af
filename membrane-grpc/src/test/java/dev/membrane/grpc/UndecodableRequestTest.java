package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UndecodableRequestTest {

  private static final String EVENT = "membrane.v1.MembraneService/IngestEvent";
  private static final String BATCH = "membrane.v1.MembraneService/IngestBatch";

  private TestServer server;
  private RawClient client;

  @BeforeEach
  void start() {
    server = TestServer.start();
    client = new RawClient(server.channel());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_request_that_is_no_protobuf_is_invalid() {
    for (String hex : List.of("ff", "0a05616263", "0f", "0a80808080808080808080", "00")) {
      assertUndecodable(HexFormat.of().parseHex(hex));
    }
  }

  @Test
  void invalid_utf_8_is_invalid() {
    for (String hex : List.of("0a02c328", "0a01ff", "0a03eda080", "0a04f0288cbc")) {
      assertUndecodable(HexFormat.of().parseHex(hex));
    }
  }

  @Test
  void invalid_utf_8_is_invalid_in_a_json_field_too() {
    byte[] request = HexFormat.of().parseHex("0a01611201741a02c328");
    Status status =
        Refusals.refusalOf(
            () -> client.call("membrane.v1.MembraneService/IngestToolOutput", request));
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void items_without_end_are_counted_and_not_decoded() {
    byte[] request = new byte[20 << 20];
    for (int i = 0; i < request.length; i += 2) {
      request[i] = 0x0a;
    }
    Status status = Refusals.refusalOf(() -> client.call(BATCH, request));
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).isEqualTo("items exceeds maximum of 1000 items");
    Status broken = Refusals.refusalOf(() -> client.call(BATCH, new byte[] {0x0a, 0x7f}));
    assertThat(broken.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void random_bytes_never_get_past_the_boundary() {
    long seed = 20_260_101L;
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      byte[] request = new byte[random.nextInt(64)];
      random.nextBytes(request);
      Status status = Refusals.refusalOf(() -> client.call(EVENT, request));
      assertThat(status.getCode())
          .as("seed %s, try %s: %s", seed, i, HexFormat.of().formatHex(request))
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void every_call_of_the_service_refuses_what_it_cannot_decode() {
    for (var method : MembraneServiceGrpc.getServiceDescriptor().getMethods()) {
      Status status =
          Refusals.refusalOf(() -> client.call(method.getFullMethodName(), new byte[] {-1}));
      assertThat(status.getCode())
          .as(method.getFullMethodName())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void health_and_reflection_refuse_what_they_cannot_decode() {
    for (String rpc :
        List.of(
            "grpc.health.v1.Health/Check",
            "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")) {
      Status status = Refusals.refusalOf(() -> client.call(rpc, new byte[] {-1}));
      assertThat(status.getCode()).as(rpc).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void a_call_without_a_request_is_invalid() {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    openStream(answer).onCompleted();

    assertInvalid(() -> joined(answer), "no request was sent");
  }

  @Test
  void a_call_with_two_requests_is_invalid_and_stores_nothing() {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    StreamObserver<byte[]> requests = openStream(answer);
    byte[] request = event().toByteArray();
    requests.onNext(request);
    requests.onNext(request);
    requests.onCompleted();

    assertInvalid(() -> joined(answer), "more than one request was sent");
    assertThat(server.engine().metrics().totalRecords()).isZero();
  }

  @Test
  void unknown_fields_are_ignored() {
    byte[] known = event().toByteArray();
    byte[] request = Arrays.copyOf(known, known.length + 3);
    System.arraycopy(HexFormat.of().parseHex("f81f01"), 0, request, known.length, 3);

    assertThatCode(() -> client.call(EVENT, request)).doesNotThrowAnyException();
  }

  @Test
  void json_fields_may_be_sent_as_bytes() {
    byte[] json = "{\"ü\":1}".getBytes(StandardCharsets.UTF_8);
    byte[] head = HexFormat.of().parseHex("0a01611201741a");
    byte[] request = Arrays.copyOf(head, head.length + 1 + json.length);
    request[head.length] = (byte) json.length;
    System.arraycopy(json, 0, request, head.length + 1, json.length);

    byte[] answer = client.call("membrane.v1.MembraneService/IngestToolOutput", request);

    assertThat(new String(answer, StandardCharsets.UTF_8)).contains("\"args\":{\"ü\":1}");
  }

  @Test
  void a_compressed_request_is_read() {
    RawClient gzip = new RawClient(server.channel(), CallOptions.DEFAULT.withCompression("gzip"));

    assertThatCode(() -> gzip.call(EVENT, event().toByteArray())).doesNotThrowAnyException();
  }

  @Test
  void a_request_that_cannot_be_unpacked_is_refused() throws IOException {
    RawClient client = sayingGzip();
    assertInvalid(
        () -> client.call(EVENT, event().toByteArray()),
        "the request cannot be decoded: Not in GZIP format");

    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(event().toByteArray());
    }
    byte[] whole = packed.toByteArray();
    for (int length : new int[] {1, 5, 12, whole.length - 9, whole.length - 1}) {
      Status status = Refusals.refusalOf(() -> client.call(EVENT, Arrays.copyOf(whole, length)));
      assertThat(status.getCode()).as("%s", length).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(status.getDescription())
          .startsWith("the request cannot be decoded: ")
          .containsIgnoringCase("unexpected end of");
    }
  }

  /** A client that says of all it sends that it is packed. */
  private RawClient sayingGzip() {
    CompressorRegistry liar = CompressorRegistry.newEmptyInstance();
    liar.register(
        new Compressor() {
          @Override
          public String getMessageEncoding() {
            return "gzip";
          }

          @Override
          public OutputStream compress(OutputStream raw) {
            return raw;
          }
        });
    return new RawClient(
        server.channel(
            Grpc.newChannelBuilder(
                    "127.0.0.1:" + server.port(), InsecureChannelCredentials.create())
                .compressorRegistry(liar)),
        CallOptions.DEFAULT.withCompression("gzip"));
  }

  @Test
  void a_request_that_grows_too_large_when_unpacked_is_refused() {
    RawClient gzip = new RawClient(server.channel(), CallOptions.DEFAULT.withCompression("gzip"));
    byte[] request = event().toBuilder().setSummary("x".repeat(26_000_000)).build().toByteArray();

    Status status = Refusals.refusalOf(() -> gzip.call(EVENT, request));

    assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  private void assertUndecodable(byte[] request) {
    Status status = Refusals.refusalOf(() -> client.call(EVENT, request));
    assertThat(status.getCode())
        .as("%s: %s", HexFormat.of().formatHex(request), status)
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).startsWith("the request cannot be decoded: ");
  }

  private StreamObserver<byte[]> openStream(CompletableFuture<byte[]> answer) {
    var call =
        server
            .channel()
            .newCall(RawClient.method(EVENT, MethodType.CLIENT_STREAMING), CallOptions.DEFAULT);
    return ClientCalls.asyncClientStreamingCall(
        call,
        new StreamObserver<>() {
          @Override
          public void onNext(byte[] value) {
            answer.complete(value);
          }

          @Override
          public void onError(Throwable failed) {
            answer.completeExceptionally(failed);
          }

          @Override
          public void onCompleted() {}
        });
  }

  private static void joined(CompletableFuture<byte[]> answer) throws Throwable {
    try {
      answer.get();
    } catch (ExecutionException failed) {
      throw failed.getCause();
    }
  }

  private static IngestEventRequest event() {
    return IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();
  }
}
