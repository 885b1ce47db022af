package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestIdTest {

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final HookedStore store = new HookedStore();
  private LogCapture log;
  private TestServer server;

  @BeforeEach
  void start() {
    log = new LogCapture("dev.membrane");
    server = TestServer.start(store, Map.of());
  }

  @AfterEach
  void stop() {
    server.close();
    log.close();
  }

  @Test
  void the_id_that_a_caller_gave_comes_back_and_is_logged() {
    assertThat(idOf("agent-7/run:1", EVENT)).isEqualTo("agent-7/run:1");
    assertThat(log.lines())
        .anyMatch(line -> line.contains("status=\"OK\"") && line.endsWith("request=agent-7/run:1"));
  }

  @Test
  void a_call_without_one_is_given_a_new_one() {
    String first = idOf(null, EVENT);
    assertThat(first).matches("[0-9a-f]{16}");
    assertThat(idOf(null, EVENT)).isNotEqualTo(first);
  }

  @Test
  void what_could_forge_a_line_is_not_taken() {
    for (String forged : List.of("", "a b", "a\tb", "x=\"1\"", "%s", "x".repeat(129))) {
      assertThat(idOf(forged, EVENT)).as(forged).matches("[0-9a-f]{16}");
    }
    assertThat(idOf("x".repeat(128), EVENT)).hasSize(128);
  }

  @Test
  void a_refusal_has_one_too() {
    assertThat(idOf("mine", IngestEventRequest.getDefaultInstance())).isEqualTo("mine");
  }

  @Test
  void what_is_logged_on_the_way_has_it() {
    store.beforeCommit(
        () -> {
          throw new AssertionError("on purpose");
        });
    assertThat(idOf("mine", EVENT)).isEqualTo("mine");
    assertThat(log.lines())
        .anyMatch(line -> line.matches("(?s)ERROR internal error [0-9a-f]{16} request=mine .*"));
  }

  private @Nullable String idOf(@Nullable String given, IngestEventRequest request) {
    Metadata headers = new Metadata();
    if (given != null) {
      headers.put(RequestIdInterceptor.HEADER, given);
    }
    AtomicReference<Metadata> answered = new AtomicReference<>();
    AtomicReference<Metadata> trailers = new AtomicReference<>();
    var client =
        server
            .client()
            .withInterceptors(
                MetadataUtils.newAttachHeadersInterceptor(headers),
                MetadataUtils.newCaptureMetadataInterceptor(answered, trailers));
    try {
      assertThat(client.ingestEvent(request).getRecord().isEmpty()).isFalse();
    } catch (StatusRuntimeException refused) {
      assertThat(refused.getStatus().getCode())
          .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.INTERNAL);
    }
    return trailers.get().get(RequestIdInterceptor.HEADER);
  }
}
