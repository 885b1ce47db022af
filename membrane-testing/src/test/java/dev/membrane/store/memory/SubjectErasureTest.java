package dev.membrane.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where each scope has keys of its own, a page of facts asks every scope. */
final class SubjectErasureTest {

  private static final int FACTS = 450;
  private static final int READ_AT_ONCE = 50;

  /** Counts the pages that are asked for, but for those that are read as a whole for the list. */
  private static final class PagingStore extends ForwardingStore {

    private final AtomicInteger pages = new AtomicInteger();

    PagingStore(MemoryStore store) {
      super(store);
    }

    @Override
    public List<String> arrivals(Arrivals asked) {
      if (asked.limit() > READ_AT_ONCE) {
        pages.incrementAndGet();
      }
      return super.arrivals(asked);
    }
  }

  @Test
  void the_facts_of_others_are_looked_through_in_large_pages() {
    assertThat(pagesOf("Ann", 3)).isEqualTo(1);
  }

  @Test
  void a_page_ends_where_enough_is_found() {
    assertThat(pagesOf("Ann", FACTS)).isEqualTo(3);
  }

  /** How many pages a dry run asks for that finds so many facts. */
  private static int pagesOf(String subject, int found) {
    try (PagingStore store = new PagingStore(new InMemoryStore());
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      membrane
          .ingestion()
          .batch(
              IntStream.range(0, FACTS)
                  .mapToObj(it -> fact(it < FACTS - found ? "Bob " + it : subject, it))
                  .toList());
      EraseRequest request = EraseRequest.ofSubject(subject).asDryRun();
      assertThat(membrane.revision().erase(request).ids()).hasSize(found);
      return store.pages.get();
    }
  }

  private static ObservationRequest fact(String subject, int number) {
    return ObservationRequest.builder()
        .source("ann")
        .subject(subject)
        .predicate("knows")
        .object(new JsonString("thing " + number))
        .options(IngestOptions.NONE.scope("place"))
        .build();
  }
}
