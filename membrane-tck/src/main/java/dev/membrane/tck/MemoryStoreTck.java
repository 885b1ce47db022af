package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link MemoryStore}. A vendor extends this class, says how a store is opened, and
 * gets every test:
 *
 * <pre>{@code
 * class AcmeStoreTest extends MemoryStoreTck {
 *   @Override
 *   protected MemoryStore openStore() {
 *     return new AcmeStore(freshDatabase());
 *   }
 * }
 * }</pre>
 *
 * <p>A store that keeps its records after it was closed extends {@link PersistentStoreTck} instead.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class MemoryStoreTck
    implements RoundTripContract,
        CommitContract,
        KeyContract,
        QueueContract,
        AuditContract,
        HeaderContract,
        FilterContract,
        SalienceContract,
        TermContract,
        ArrivalContract,
        RelatedContract,
        NeighbourContract,
        RunContract,
        VectorContract,
        ContentsContract,
        HistoryContract,
        FormerKeyContract,
        FormerRunContract,
        FormerVectorContract,
        StatisticsContract,
        ConcurrencyContract {

  private MemoryStore store;

  /** For subclasses. */
  protected MemoryStoreTck() {}

  /** Opens a new store that holds nothing. Called once for each test, which also closes it. */
  protected abstract MemoryStore openStore();

  @Override
  public final MemoryStore store() {
    return store;
  }

  @BeforeEach
  final void openEmptyStore() {
    use(openStore());
  }

  final void use(MemoryStore opened) {
    store = opened;
  }

  @AfterEach
  final void closeStore() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  final void an_open_store_can_serve() {
    store.check();
  }

  @Test
  final void it_has_a_name_of_one_line() {
    assertThat(store.toString()).as("toString()").isNotBlank().hasLineCount(1);
  }

  @Test
  final void a_scope_of_which_something_is_left_keeps_its_key() {
    Sample sample = new Samples().fact().scope("left");
    Writing.insert(store, sample);
    assertThat(store.destroyKey("left")).as("destroyKey() of a scope with a record").isFalse();
    assertThat(store.get(List.of(sample.id()))).hasSize(1);
  }

  @Test
  final void a_store_that_is_rebuilt_holds_what_it_held() {
    Sample sample = new Samples().fact();
    Writing.insert(store, sample);
    assertThatCode(store::rebuild).as("rebuild()").doesNotThrowAnyException();
    assertThat(store.get(List.of(sample.id()))).hasSize(1);
    assertThat(Asking.forAll().ids(store, 1)).containsExactly(sample.id());
  }

  @Test
  final void closing_twice_does_nothing_more() {
    store.close();
    assertThatCode(store::close).doesNotThrowAnyException();
  }

  @Test
  final void a_closed_store_is_unavailable() {
    Sample sample = new Samples().fact();
    Writing.insert(store, sample);
    // What a store remembers, it must not answer either.
    assertThat(store.get(List.of(sample.id()))).hasSize(1);
    store.close();
    assertUnavailable(() -> store.get(List.of(sample.id())));
    assertUnavailable(() -> store.get(List.of(sample.id()), 1_000_000));
    assertUnavailable(() -> store.headers(List.of(sample.id()), Samples.START));
    assertUnavailable(() -> store.find(List.of("key")));
    assertUnavailable(() -> Asking.forAll().ids(store, 1));
    assertUnavailable(() -> Asking.forAll().containing(store, 1, "term"));
    assertUnavailable(
        () ->
            store.arrivals(
                new Arrivals(
                    Asking.forAll().filter(), Period.ALWAYS, Period.ALWAYS, sample.id(), 1)));
    assertUnavailable(() -> store.related(Visibility.ALL, List.of(sample.id()), "", 1));
    assertUnavailable(() -> store.episodes(Visibility.ALL, null, "", 1));
    assertUnavailable(() -> store.scopes(Visibility.ALL));
    assertUnavailable(() -> store.neighbours(Asking.forAll().filter(), List.of(sample.id()), 1));
    assertUnavailable(() -> store.matchRuns(Visibility.ALL, List.of("term"), 1));
    assertUnavailable(() -> store.keptRuns(List.of(1L)));
    assertUnavailable(() -> store.keptRunsOf(List.of("run")));
    assertUnavailable(() -> store.termStatistics(Visibility.ALL, List.of("term")));
    Changeset deletion = Changeset.builder().change(sample.delete(1)).build();
    assertUnavailable(() -> store.commit(deletion));
    store
        .commitEach(List.of(deletion))
        .forEach(each -> assertUnavailable(() -> Writing.await(each)));
    assertUnavailable(() -> store.due("queue", Samples.START, 1));
    assertUnavailable(() -> store.queued("queue"));
    assertUnavailable(store::queues);
    assertUnavailable(() -> store.statistics(Samples.START));
    assertUnavailable(() -> store.auditLog(sample.id()));
    assertUnavailable(() -> store.auditLogs(List.of(sample.id())));
    assertUnavailable(() -> store.auditLogs("", 1));
    assertUnavailable(() -> store.inspect(new Inspected()));
    assertUnavailable(store::check);
  }

  private static void assertUnavailable(ThrowingCallable call) {
    Expected.refusal(StoreUnavailableException.class, call);
  }
}
