package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerStreamTracer.ServerCallInfo;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call goes from the thread of its connection to another and back, and no further. */
final class CallHandOverTest {

  private final List<Runnable> handedOver = new ArrayList<>();
  private final List<Integer> asked = new ArrayList<>();
  private final InboundLimiter arrivals =
      new InboundLimiter(1_000_000, Duration.ofMinutes(1), System::nanoTime);
  private final CallLimit limit = new CallLimit(2, (method, bytes) -> handedOver::add, arrivals);
  private final Call call = new Call();
  private InboundRequest arrival;
  private Executor threads;

  @BeforeEach
  void arrive() throws Exception {
    arrival = (InboundRequest) arrivals.newServerStreamTracer("Retrieve", new Metadata());
    arrival.serverCallStarted(new CallInfo());
    threads = duringCall(() -> limit.getExecutor(call, new Metadata()));
  }

  @AfterEach
  void close() {
    arrivals.close();
  }

  @Test
  void a_call_runs_on_its_threads_until_it_is_answered() {
    threads.execute(() -> {});
    assertThat(handedOver).hasSize(1);
  }

  @Test
  void what_is_left_of_an_answered_call_wakes_no_thread() {
    List<String> done = new ArrayList<>();
    arrival.streamClosed(Status.OK);
    threads.execute(() -> done.add("here"));
    assertThat(handedOver).isEmpty();
    assertThat(done).containsExactly("here");
  }

  @Test
  void what_is_left_of_a_cancelled_call_runs_on_its_threads() {
    arrival.streamClosed(Status.CANCELLED);
    threads.execute(() -> {});
    assertThat(handedOver).hasSize(1);
  }

  @Test
  void the_only_request_is_asked_for_once() throws Exception {
    ServerCall.Listener<RetrieveRequest> unused =
        duringCall(
            () ->
                limit.interceptCall(
                    call,
                    new Metadata(),
                    (started, headers) -> {
                      started.request(2);
                      return new ServerCall.Listener<>() {};
                    }));
    assertThat(asked).containsExactly(2);
  }

  private <T> T duringCall(Callable<T> step) throws Exception {
    return arrival.filterContext(Context.ROOT).call(step);
  }

  private final class Call extends ServerCall<RetrieveRequest, RetrieveResponse> {

    @Override
    public void request(int messages) {
      asked.add(messages);
    }

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void sendMessage(RetrieveResponse message) {}

    @Override
    public void close(Status status, Metadata trailers) {}

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<RetrieveRequest, RetrieveResponse> getMethodDescriptor() {
      return MembraneServiceGrpc.getRetrieveMethod();
    }
  }

  private static final class CallInfo extends ServerCallInfo<RetrieveRequest, RetrieveResponse> {

    @Override
    public MethodDescriptor<RetrieveRequest, RetrieveResponse> getMethodDescriptor() {
      return MembraneServiceGrpc.getRetrieveMethod();
    }

    @Override
    public io.grpc.Attributes getAttributes() {
      return io.grpc.Attributes.EMPTY;
    }

    @Override
    public String getAuthority() {
      return "";
    }
  }
}
