package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.store.memory.InMemoryStore;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CancelledCallTest {

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final Membrane engine = Membrane.builder().store(new InMemoryStore()).build();
  private final MembraneGrpcService service = new MembraneGrpcService(engine);

  @Test
  void a_call_that_was_cancelled_before_it_began_does_nothing() {
    Recorder answers = new Recorder(true);
    Context.CancellableContext gone = Context.current().withCancellation();
    gone.cancel(null);

    gone.run(() -> service.ingestEvent(EVENT, answers));

    assertThat(answers.seen).isEmpty();
    assertThat(engine.metrics().snapshot().totalRecords()).isZero();
  }

  @Test
  void a_call_that_is_cancelled_while_it_runs_is_not_answered() {
    Recorder answers = new Recorder(true);

    service.ingestEvent(EVENT, answers);

    assertThat(answers.seen).isEmpty();
    assertThat(engine.metrics().snapshot().totalRecords()).isEqualTo(1);
  }

  @Test
  void any_other_call_is_answered_once() {
    Recorder answers = new Recorder(false);

    service.ingestEvent(EVENT, answers);

    assertThat(answers.seen).containsExactly("answer", "completed");
  }

  private static final class Recorder extends ServerCallStreamObserver<IngestResponse> {

    private final boolean cancelled;
    private final List<String> seen = new ArrayList<>();

    Recorder(boolean cancelled) {
      this.cancelled = cancelled;
    }

    @Override
    public boolean isCancelled() {
      return cancelled;
    }

    @Override
    public void onNext(IngestResponse value) {
      seen.add("answer");
    }

    @Override
    public void onError(Throwable failed) {
      seen.add("error");
    }

    @Override
    public void onCompleted() {
      seen.add("completed");
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void disableAutoInboundFlowControl() {}
  }
}
