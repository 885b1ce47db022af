package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.IngestOptions;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.metrics.MetricsService;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTest {

  /** What works beside the thread of the call may have asked its question already. */
  private static final int UNDER_WAY = 2;

  private static final JsonObject ON_LINUX = Remembered.json("os", "linux");

  private final CountingStore store = new CountingStore();
  private final Remembered memory = new Remembered(store);

  @Test
  void whoever_is_gone_is_worked_for_no_further_than_the_question_under_way() {
    for (int i = 0; i < 200; i++) {
      memory.add(
          Remembered.fact("apple " + i, "red", Remembered.given("os", i % 2 == 0 ? "a" : "linux")));
    }
    memory.add(Remembered.skill("apple skill", null, List.of(), "t"));
    store.asked.set(0);
    assertThat(ask(Caller.ANONYMOUS).results()).hasSize(100);
    int whole = store.asked.get();
    assertThat(whole).isGreaterThan(20);
    for (int after = 0; after < whole; after++) {
      int most = after;
      store.asked.set(0);
      Caller leaving = Caller.ANONYMOUS.waitingUntil(() -> store.asked.get() >= most);
      assertThatThrownBy(() -> ask(leaving)).isInstanceOf(CancelledException.class);
      assertThat(store.asked.get()).isBetween(most, most + UNDER_WAY);
    }
  }

  @Test
  void nothing_is_read_by_id_or_counted_for_who_is_gone() {
    String id = memory.event("apple");
    store.asked.set(0);
    Caller gone = Caller.ANONYMOUS.waitingUntil(() -> true);
    assertThatThrownBy(() -> memory.service().byId(id, TRUST, gone))
        .isInstanceOf(CancelledException.class);
    assertThatThrownBy(
            () -> new MetricsService(store, () -> Remembered.NOW, any -> 0).snapshot(gone))
        .isInstanceOf(CancelledException.class);
    assertThat(store.asked).hasValue(0);
  }

  @Test
  void a_write_stops_before_its_commit_and_not_after_it() {
    EngineFixture house = new EngineFixture();
    AtomicBoolean isGone = new AtomicBoolean();
    Caller leaving = Caller.ANONYMOUS.waitingUntil(isGone::get);
    house.store.beforeNextCommit(() -> isGone.set(true));
    String id = house.service.record(EngineFixture.event("kept", IngestOptions.NONE), leaving).id();
    assertThat(EngineFixture.refs(house.record(id))).containsExactly("kept");
    int before = house.store.commits().size();
    assertThatThrownBy(
            () ->
                house.service.record(EngineFixture.event("not begun", IngestOptions.NONE), leaving))
        .isInstanceOf(CancelledException.class);
    assertThatThrownBy(() -> house.decay.reinforce(id, ChangeReason.of("a", "r"), leaving))
        .isInstanceOf(CancelledException.class);
    assertThatThrownBy(() -> house.revision.retract(id, ChangeReason.of("a", "r"), leaving))
        .isInstanceOf(CancelledException.class);
    assertThatThrownBy(() -> house.audit.log(id, null, leaving))
        .isInstanceOf(CancelledException.class);
    assertThat(house.store.commits()).hasSize(before);
  }

  private RetrieveAnswer ask(Caller caller) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TRUST)
            .taskDescriptor("apple red")
            .context(ON_LINUX)
            .build();
    return memory.service().retrieve(request, caller);
  }

  /** Counts what it is asked. */
  private static final class CountingStore extends ForwardingStore {

    final AtomicInteger asked = new AtomicInteger();

    CountingStore() {
      this(new InMemoryStore());
    }

    private CountingStore(MemoryStore store) {
      super(store);
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      asked.incrementAndGet();
      return super.get(ids);
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids, long heaviest) {
      asked.incrementAndGet();
      return super.get(ids, heaviest);
    }

    @Override
    public List<RecordHeader> headers(Collection<String> ids, Instant at) {
      asked.incrementAndGet();
      return super.headers(ids, at);
    }

    @Override
    public List<Hit> search(Filter filter, int limit) {
      asked.incrementAndGet();
      return super.search(filter, limit);
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      asked.incrementAndGet();
      return super.search(filter, terms, limit);
    }

    @Override
    public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
      asked.incrementAndGet();
      return super.neighbours(filter, ids, reach);
    }

    @Override
    public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
      asked.incrementAndGet();
      return super.termStatistics(visibility, terms);
    }
  }
}
