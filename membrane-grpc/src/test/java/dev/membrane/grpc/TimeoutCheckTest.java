package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeoutCheckTest {

  private static final String REFUSAL =
      "grpc-timeout must be a number of at most eight digits and a unit (H, M, S, m, u or n)";

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"100000000m", "2147483647m", "5", "5x", "abc", "-5S", "1.5S", "m", "5 S", ""})
  void a_timeout_that_cannot_be_read_is_refused(String timeout) {
    assertInvalid(() -> membrane(timeout).listJobs(ListJobsRequest.getDefaultInstance()), REFUSAL);
    var health = HealthGrpc.newBlockingStub(server.channel()).withInterceptors(sends(timeout));
    assertInvalid(() -> health.check(HealthCheckRequest.getDefaultInstance()), REFUSAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999H", "10M", "60S", "99999999m", "99999999u"})
  void any_other_is_taken(String timeout) {
    assertThat(membrane(timeout).listJobs(ListJobsRequest.getDefaultInstance())).isNotNull();
  }

  /** As grpc-java reads them. */
  @Test
  void of_two_timeouts_the_last_counts() {
    ListJobsRequest request = ListJobsRequest.getDefaultInstance();
    assertInvalid(() -> membrane("60S", "5x").listJobs(request), REFUSAL);
    assertInvalid(() -> membrane("5x", "").listJobs(request), REFUSAL);
    assertThat(membrane("5x", "60S").listJobs(request)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5x", ""})
  void a_stream_of_such_a_timeout_is_refused(String timeout) throws InterruptedException {
    Refused answers = new Refused();
    StreamObserver<IngestItem> items =
        MembraneServiceGrpc.newStub(server.channel())
            .withInterceptors(sends(timeout))
            .ingestStream(answers);
    items.onNext(IngestItem.getDefaultInstance());
    assertThat(answers.isOver.await(5, TimeUnit.MINUTES)).isTrue();
    assertInvalid(answers::fail, REFUSAL);
  }

  /** Waits for the failure of a stream. */
  private static final class Refused implements StreamObserver<IngestItemResponse> {

    private final CountDownLatch isOver = new CountDownLatch(1);
    private volatile RuntimeException failure = new IllegalStateException("was answered");

    @Override
    public void onNext(IngestItemResponse answer) {}

    @Override
    public void onError(Throwable failed) {
      failure = (RuntimeException) failed;
      isOver.countDown();
    }

    @Override
    public void onCompleted() {
      isOver.countDown();
    }

    void fail() {
      throw failure;
    }
  }

  @Test
  void a_refused_call_leaves_the_connection_as_it_was() {
    assertInvalid(() -> membrane("5x").listJobs(ListJobsRequest.getDefaultInstance()), REFUSAL);
    var health = HealthGrpc.newBlockingStub(server.channel());
    assertThat(health.check(HealthCheckRequest.getDefaultInstance()).getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  private MembraneServiceBlockingStub membrane(String... timeouts) {
    return server.client().withInterceptors(sends(timeouts));
  }

  private static ClientInterceptor sends(String... timeouts) {
    Metadata headers = new Metadata();
    for (String timeout : timeouts) {
      headers.put(Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER), timeout);
    }
    return MetadataUtils.newAttachHeadersInterceptor(headers);
  }
}
