package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.CancelledException;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.ListScopesResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceImplBase;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoreUnavailableException;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a client says and does where a server is away, slow or breaks off. */
class ClientFailuresTest extends ClientScenes {

  @Test
  void a_restart_in_the_middle_costs_no_call_that_may_be_repeated() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(4);
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int number = i;
      calls.add(
          () -> {
            client.ingestion().event(message(number));
            return client
                .retrieval()
                .episode(RetrieveEpisodeRequest.of("chat").on(PageRequest.FIRST.ofSize(1)))
                .events()
                .get(0)
                .recordId();
          });
    }
    try {
      List<Future<String>> answers = new ArrayList<>();
      calls.forEach(call -> answers.add(writers.submit(call)));
      answers.get(20).get();
      site.restartAfter(1_500);
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isNotEmpty();
      }
    } finally {
      writers.shutdownNow();
      writers.awaitTermination(1, TimeUnit.MINUTES);
    }
    assertThat(messages()).hasSize(400).doesNotHaveDuplicates();
  }

  @Test
  void an_answer_that_breaks_off_is_asked_for_again() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    Server breaking = breakingOffFirst(calls, new NoScopes());
    try (MembraneClient asking = MembraneClient.connect("127.0.0.1:" + breaking.getPort())) {
      asking.check();
      assertThat(calls).hasValue(2);
    } finally {
      breaking.shutdownNow();
    }
  }

  @Test
  void at_the_deadline_the_reason_of_the_attempt_before_is_told() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    Server silent =
        breakingOffFirst(
            calls,
            new MembraneServiceImplBase() {
              @Override
              public void listScopes(
                  ListScopesRequest request, StreamObserver<ListScopesResponse> response) {}
            });
    try (MembraneClient asking =
        MembraneClient.builder("127.0.0.1:" + silent.getPort())
            .deadline(Duration.ofSeconds(10))
            .build()) {
      assertThatThrownBy(asking::check).isInstanceOf(StoreUnavailableException.class);
      assertThat(calls).hasValue(2);
    } finally {
      silent.shutdownNow();
    }
  }

  /** A server whose first answer breaks off. */
  private static Server breakingOffFirst(AtomicInteger calls, MembraneServiceImplBase service)
      throws IOException {
    ServerInterceptor breaking =
        new ServerInterceptor() {
          @Override
          public <Q, A> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            if (calls.incrementAndGet() > 1) {
              return next.startCall(call, headers);
            }
            call.sendHeaders(new Metadata());
            call.close(Status.UNAVAILABLE, new Metadata());
            return new ServerCall.Listener<>() {};
          }
        };
    return Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
        .addService(service)
        .intercept(breaking)
        .build()
        .start();
  }

  private static final class NoScopes extends MembraneServiceImplBase {
    @Override
    public void listScopes(ListScopesRequest request, StreamObserver<ListScopesResponse> response) {
      response.onNext(ListScopesResponse.getDefaultInstance());
      response.onCompleted();
    }
  }

  @Test
  void a_server_that_says_nothing_is_waited_for_until_the_deadline() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MembraneClient waiting =
            MembraneClient.builder("127.0.0.1:" + silent.getLocalPort())
                .deadline(Duration.ofMillis(200))
                .build()) {
      assertThatThrownBy(waiting::check)
          .isInstanceOf(CancelledException.class)
          .cause()
          .hasMessageContaining("DEADLINE_EXCEEDED");
    }
  }

  @Test
  void a_deadline_below_a_millisecond_comes() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MembraneClient waiting =
            MembraneClient.builder("127.0.0.1:" + silent.getLocalPort())
                .scope("project")
                .deadline(Duration.ofNanos(1))
                .build()) {
      assertThatThrownBy(waiting::check).isInstanceOf(CancelledException.class);
      IngestStream stream = waiting.ingestion().stream(answer -> {});
      assertThatThrownBy(() -> stream.send(message(1))).isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void a_wait_out_of_bounds_is_refused_however_long_it_is() {
    for (Duration wait :
        List.of(
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(60).plusNanos(1),
            Duration.ofNanos(-5))) {
      RetrieveRequest request =
          RetrieveRequest.builder()
              .trust(TrustContext.upTo(Sensitivity.LOW))
              .waitForEmbeddings(wait)
              .build();
      assertThatThrownBy(() -> client.retrieval().retrieve(request))
          .isInstanceOf(ValidationException.class)
          .hasMessage("wait_for_embeddings_ms must be between 0 and 60000");
    }
  }

  @Test
  void what_cannot_be_reached_says_so_in_time() {
    site.close();
    try (MembraneClient impatient =
        site.client().scope("project").deadline(Duration.ofSeconds(5)).build()) {
      assertThatThrownBy(() -> impatient.revision().retract("id", ""))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageMatching("the server does not answer: .*Connection refused: .*:\\d+");
      assertThatThrownBy(impatient::check)
          .isInstanceOfAny(StoreUnavailableException.class, CancelledException.class);
    }
  }
}
