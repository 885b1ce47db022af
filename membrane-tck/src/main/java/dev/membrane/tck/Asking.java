package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A filter that is put together a condition at a time, and the searches that use it. */
record Asking(Filter filter) {

  /** For all that is active, at the start. */
  static Asking forAll() {
    return new Asking(Filter.of(Visibility.ALL, Samples.START));
  }

  /** For all that is there, retired or not, and whether it holds or not. */
  static Asking forEverything() {
    return new Asking(Filter.ofAll(Visibility.ALL, Samples.START));
  }

  Asking upTo(Sensitivity highest) {
    return seeing(new Visibility(highest, filter.visibility().scopes()));
  }

  Asking inScopes(String... names) {
    return seeing(new Visibility(filter.visibility().ceiling(), Set.of(names)));
  }

  private Asking seeing(Visibility visibility) {
    return new Asking(filter.withVisibility(visibility));
  }

  Asking withRedacted() {
    return new Asking(filter.withRedacted(true));
  }

  Asking ofTypes(MemoryType... wanted) {
    return new Asking(filter.withTypes(Set.of(wanted)));
  }

  Asking withRetired() {
    return new Asking(filter.withRetired(true));
  }

  Asking tagged(String... all) {
    return new Asking(filter.withTags(Set.of(all)));
  }

  Asking ofThread(String id) {
    return new Asking(filter.withThreadId(id));
  }

  Asking ofEpisode(String key) {
    return new Asking(filter.withEpisode(key));
  }

  Asking atLeast(double salience) {
    return new Asking(filter.withMinSalience(salience));
  }

  Asking at(Instant instant) {
    return new Asking(filter.withAt(instant));
  }

  List<String> ids(MemoryStore store, int limit) {
    return store.search(filter, limit).stream().map(Hit::id).toList();
  }

  List<Hit> containing(MemoryStore store, int limit, String... terms) {
    return store.search(filter, Arrays.asList(terms), limit);
  }

  /** That a search by salience finds just these, in this order. */
  void finds(MemoryStore store, Sample... expected) {
    assertThat(ids(store, 100)).containsExactly(idsOf(expected));
  }

  /** That a search by salience finds just these, in any order. */
  void findsInAnyOrder(MemoryStore store, Sample... expected) {
    assertThat(ids(store, 100)).containsExactlyInAnyOrder(idsOf(expected));
  }

  private static String[] idsOf(Sample... samples) {
    return Arrays.stream(samples).map(Sample::id).toArray(String[]::new);
  }
}
