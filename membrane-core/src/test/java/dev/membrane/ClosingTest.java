package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.internal.work.InterceptedStore;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Observer;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever closes a memory finds its store closed afterwards. */
@Timeout(120)
class ClosingTest {

  /** Closes once it may. */
  private static final class SlowStore extends ForwardingStore {

    private final CountDownLatch isClosing = new CountDownLatch(1);
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private volatile boolean isClosed;

    SlowStore() {
      super(new InMemoryStore());
    }

    @Override
    public void close() {
      isClosing.countDown();
      try {
        mayClose.await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      isClosed = true;
      super.close();
    }
  }

  @Test
  void who_closes_second_waits_for_the_first() throws Exception {
    SlowStore store = new SlowStore();
    Membrane membrane = Membrane.builder().openStore(() -> store).backgroundJobs(false).build();
    CompletableFuture<Void> first = CompletableFuture.runAsync(membrane::close, ClosingTest::start);
    store.isClosing.await();
    CompletableFuture<Boolean> second = new CompletableFuture<>();
    Thread closing =
        start(
            () -> {
              membrane.close();
              second.complete(store.isClosed);
            });
    while (closing.isAlive() && closing.getState() != Thread.State.WAITING) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(second).isNotDone();
    store.mayClose.countDown();
    assertThat(second.get()).isTrue();
    first.get();
  }

  /** A run of a job that closes the memory while another thread, which waits for it, does. */
  private static final class ClosingWatcher implements Observer {

    private final CompletableFuture<Membrane> watched = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Long> took = new CompletableFuture<>();

    @Override
    public void handled(String job, String what, long count) {
      Membrane membrane = watched.join();
      begun.countDown();
      while (!isClosed(membrane)) {
        Thread.onSpinWait();
      }
      long start = System.nanoTime();
      membrane.close();
      took.complete(System.nanoTime() - start);
    }

    private static boolean isClosed(Membrane membrane) {
      try {
        membrane.check();
        return false;
      } catch (ClosedException closed) {
        return true;
      }
    }
  }

  @Test
  void a_job_that_closes_second_does_not_wait() throws Exception {
    ClosingWatcher watcher = new ClosingWatcher();
    Membrane membrane = Membrane.builder().openStore(InMemoryStore::new).observer(watcher).build();
    watcher.watched.complete(membrane);
    watcher.begun.await();
    membrane.close();
    assertThat(watcher.took.get()).isLessThan(Duration.ofSeconds(5).toNanos());
  }

  /** Closes the memory when it is asked something, so that it cannot answer. */
  private static final class FallingStore extends InterceptedStore {

    private @Nullable Membrane toClose;

    FallingStore() {
      super(new InMemoryStore());
    }

    @Override
    protected <T> T around(String operation, Supplier<T> call) {
      if (toClose != null) {
        toClose.close();
      }
      return call.get();
    }
  }

  @Test
  void a_call_during_which_the_memory_is_closed_says_so() {
    Map<String, Consumer<Membrane>> calls = new LinkedHashMap<>();
    calls.put("audit log", it -> it.audit().of("01890a5d-ac96-774b-bcce-b302099a8057"));
    calls.put(
        "narrowed audit log",
        it ->
            it.audit()
                .under(TrustContext.upTo(Sensitivity.LOW))
                .of("01890a5d-ac96-774b-bcce-b302099a8057"));
    calls.put("metrics", Membrane::metrics);
    calls.put("check", Membrane::check);
    calls.put("jobs", it -> it.maintenance().jobs());
    calls.put("consolidate", it -> it.maintenance().consolidate());
    calls.put("prune", it -> it.maintenance().prune());
    calls.put("expiry", it -> it.maintenance().expireIdempotencyKeys());
    calls.forEach(
        (name, call) -> {
          FallingStore store = new FallingStore();
          Membrane membrane =
              Membrane.builder().openStore(() -> store).backgroundJobs(false).build();
          store.toClose = membrane;
          assertThatThrownBy(() -> call.accept(membrane))
              .as(name)
              .isInstanceOf(ClosedException.class);
        });
  }

  @Test
  void a_store_that_was_opened_is_closed_whatever_keeps_the_memory_from_being_built() {
    SlowStore store = new SlowStore();
    store.mayClose.countDown();
    Supplier<String> ids =
        () -> {
          throw new NoClassDefFoundError("com/example/Ids");
        };
    assertThatThrownBy(Membrane.builder().openStore(() -> store).ids(ids)::build)
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(store.isClosed).isTrue();
  }

  @Test
  void after_the_end_nothing_else_is_said() {
    Membrane membrane = Membrane.builder().store(new InMemoryStore()).backgroundJobs(false).build();
    EventRequest event =
        EventRequest.builder().source("agent").eventKind("note").ref("note").build();
    Memory nobody =
        membrane.as(Caller.named("nobody").in("one", "two").permitted(Set.of(Permission.INGEST)));
    List<IngestItemAnswer> answers = new ArrayList<>();
    IngestStream stream = nobody.ingestion().stream(answers::add);
    membrane.close();

    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("send", () -> stream.send(event));
    calls.put("event without a scope", () -> nobody.ingestion().event(event));
    calls.put("batch", () -> nobody.ingestion().batch(List.of(event)));
    calls.put("prune", () -> nobody.maintenance().prune());
    calls.put("expiry", () -> nobody.maintenance().expireIdempotencyKeys());
    calls.put("embed", () -> nobody.maintenance().embed());
    calls.put("consolidate", () -> nobody.maintenance().consolidate());
    calls.forEach(
        (name, call) -> assertThatThrownBy(call::run).as(name).isInstanceOf(ClosedException.class));
    stream.close();
    assertThat(answers).isEmpty();
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "closing");
    thread.start();
    return thread;
  }
}
