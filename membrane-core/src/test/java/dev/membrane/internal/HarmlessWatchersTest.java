package dev.membrane.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.store.memory.InMemoryStore;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an observer or a tracer throws harms no call that it watches. */
@Timeout(120)
class HarmlessWatchersTest {

  private static final Caller ANN = Caller.named("ann").in("project");

  @Test
  void an_observer_that_throws_harms_no_call() {
    List<Supplier<Throwable>> thrown =
        List.of(
            IllegalStateException::new,
            () -> new AssertionError("no gauge"),
            () -> new StackOverflowError("no gauge"),
            () -> new java.io.IOException("no gauge"));
    for (Supplier<Throwable> each : thrown) {
      assertWorks(Membrane.builder().observer(failing(Observer.class, each)));
    }
  }

  @Test
  void a_tracer_that_throws_harms_no_call() {
    assertWorks(Membrane.builder().tracer(failing(Tracer.class, IllegalStateException::new)));
  }

  @Test
  void a_tracer_that_answers_null_harms_no_call() {
    assertWorks(Membrane.builder().tracer(new BadTracer(null, null)));
  }

  @Test
  void spans_that_throw_and_work_that_is_not_carried_harm_no_call() {
    Tracer.Span span = failing(Tracer.Span.class, IllegalStateException::new);
    Runnable uncarried =
        () -> {
          throw new IllegalStateException("no context");
        };
    assertWorks(Membrane.builder().tracer(new BadTracer(span, uncarried)));
  }

  /** Answers always the same. */
  private record BadTracer(Tracer.@Nullable Span span, @Nullable Runnable carried)
      implements Tracer {

    @Override
    public boolean isOn() {
      return true;
    }

    @Override
    @SuppressWarnings("NullAway") // What a tracer without null checks may do.
    public Span operation(Operation operation) {
      return span;
    }

    @Override
    @SuppressWarnings("NullAway")
    public Span step(TracedStep step) {
      return span;
    }

    @Override
    @SuppressWarnings("NullAway")
    public Runnable carrying(Runnable work) {
      return carried;
    }

    @Override
    @SuppressWarnings("NullAway")
    public Executor carrying(Executor threads) {
      return null;
    }
  }

  /** Every method throws. */
  private static <T> T failing(Class<T> type, Supplier<Throwable> thrown) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw thrown.get();
            }));
  }

  private static void assertWorks(MembraneBuilder builder) {
    try (Membrane membrane = builder.openStore(InMemoryStore::new).backgroundJobs(false).build()) {
      Memory mine = membrane.as(ANN);
      String id = mine.ingestion().observe("agent", "user", "drinks", "tea").id();
      assertThat(mine.retrieval().retrieve("What does the user drink?").records())
          .extracting(record -> record.id())
          .containsExactly(id);
      assertThatCode(membrane.maintenance()::consolidate).doesNotThrowAnyException();
      assertThatCode(membrane.maintenance()::prune).doesNotThrowAnyException();
    }
  }
}
