package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Records that a store has in memory are answered without being asked about. */
class CachedRecordTest {

  private final CachingStore store = new CachingStore();
  private final Remembered memory = new Remembered(store);

  @Test
  void the_answer_is_the_same_and_only_the_other_records_are_asked_about() {
    String read = memory.event("one");
    String hidden = memory.event("two", guarded(Sensitivity.MEDIUM));
    String other = memory.event("three");
    RetrieveAnswer uncached = memory.ask(ask -> ask.explain(true));
    assertThat(uncached.results()).hasSize(3);
    store.cached.addAll(List.of(read, hidden));
    store.askedAbout.clear();
    assertThat(memory.ask(ask -> ask.explain(true))).isEqualTo(uncached);
    assertThat(store.askedAbout).containsExactlyInAnyOrder(hidden, other);
  }

  private static final class CachingStore extends ForwardingStore {

    final Set<String> cached = new HashSet<>();
    final List<String> askedAbout = new ArrayList<>();

    CachingStore() {
      super(new InMemoryStore());
    }

    @Override
    public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
      return get(ids.stream().filter(cached::contains).toList()).stream()
          .filter(stored -> visibility.sees(stored.record()))
          .toList();
    }

    @Override
    public List<RecordHeader> headers(Collection<String> ids, Instant at) {
      askedAbout.addAll(ids);
      return super.headers(ids, at);
    }
  }
}
