package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.CancelledException;
import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.store.memory.InMemoryStore;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CancelledCallTest {

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final Membrane engine =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private final MembraneGrpcService service = PlainService.made();

  @Test
  void a_call_that_was_cancelled_before_it_began_does_nothing() {
    Recorder<IngestResponse> answers = new Recorder<>(true);
    Context.CancellableContext gone = OpenGate.passed(engine).withCancellation();
    gone.cancel(null);

    gone.run(() -> service.answer("IngestEvent", EVENT, answers));

    assertThat(answers.seen).isEmpty();
    assertThat(engine.metrics().totalRecords()).isZero();
  }

  @Test
  void a_call_that_is_cancelled_while_it_runs_is_not_answered() {
    Recorder<IngestResponse> answers = new Recorder<>(true);

    OpenGate.passed(engine).run(() -> service.answer("IngestEvent", EVENT, answers));

    assertThat(answers.seen).isEmpty();
    assertThat(engine.metrics().totalRecords()).isEqualTo(1);
  }

  @Test
  void a_read_that_is_cancelled_while_it_runs_asks_the_store_no_further() {
    AtomicReference<Context.CancellableContext> leaving = new AtomicReference<>();
    List<String> asked = new ArrayList<>();
    ForwardingStore store =
        new ForwardingStore(new InMemoryStore()) {
          @Override
          public List<Hit> search(Filter filter, int limit) {
            asked.add("search");
            leaving.get().cancel(null);
            return super.search(filter, limit);
          }

          @Override
          public List<RecordHeader> headers(Collection<String> ids, Instant at) {
            asked.add("headers");
            return super.headers(ids, at);
          }
        };
    Membrane watched = Membrane.builder().backgroundJobs(false).store(store).build();
    leaving.set(OpenGate.passed(watched).withCancellation());
    watched
        .ingestion()
        .event(EventRequest.builder().source("a").eventKind("k").ref("r").unscoped().build());
    MembraneGrpcService reading = PlainService.made();
    asked.clear();
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("hyper"))
            .build();

    leaving
        .get()
        .run(
            () ->
                assertThatThrownBy(() -> reading.answer("Retrieve", request, new Recorder<>(true)))
                    .isInstanceOf(CancelledException.class));

    assertThat(asked).containsExactly("search");
  }

  @Test
  void any_other_call_is_answered_once() {
    Recorder<IngestResponse> answers = new Recorder<>(false);

    OpenGate.passed(engine).run(() -> service.answer("IngestEvent", EVENT, answers));

    assertThat(answers.seen).containsExactly("answer", "completed");
  }

  private static final class Recorder<A> extends ServerCallStreamObserver<A> {

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
    public void onNext(A value) {
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
