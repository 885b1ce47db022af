package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Ranking;
import dev.membrane.spi.Search;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A filter that is put together a condition at a time, and the searches that use it. */
record Asking(
    Sensitivity ceiling,
    @Nullable Set<String> scopes,
    boolean redactedToo,
    Set<MemoryType> types,
    boolean retiredToo,
    Set<String> tags,
    @Nullable String threadId,
    @Nullable String episode,
    double minSalience,
    Instant at) {

  /** For all that is active, at the start. */
  static Asking forAll() {
    Set<MemoryType> types = Set.of(MemoryType.values());
    return new Asking(
        Sensitivity.HYPER, null, false, types, false, Set.of(), null, null, 0, Samples.START);
  }

  Asking upTo(Sensitivity highest) {
    return new Asking(
        highest, scopes, redactedToo, types, retiredToo, tags, threadId, episode, minSalience, at);
  }

  Asking inScopes(String... names) {
    return new Asking(
        ceiling,
        Set.of(names),
        redactedToo,
        types,
        retiredToo,
        tags,
        threadId,
        episode,
        minSalience,
        at);
  }

  Asking withRedacted() {
    return new Asking(
        ceiling, scopes, true, types, retiredToo, tags, threadId, episode, minSalience, at);
  }

  Asking ofTypes(MemoryType... wanted) {
    return new Asking(
        ceiling,
        scopes,
        redactedToo,
        Set.of(wanted),
        retiredToo,
        tags,
        threadId,
        episode,
        minSalience,
        at);
  }

  Asking withRetired() {
    return new Asking(
        ceiling, scopes, redactedToo, types, true, tags, threadId, episode, minSalience, at);
  }

  Asking tagged(String... all) {
    return new Asking(
        ceiling,
        scopes,
        redactedToo,
        types,
        retiredToo,
        Set.of(all),
        threadId,
        episode,
        minSalience,
        at);
  }

  Asking ofThread(String id) {
    return new Asking(
        ceiling, scopes, redactedToo, types, retiredToo, tags, id, episode, minSalience, at);
  }

  Asking ofEpisode(String key) {
    return new Asking(
        ceiling, scopes, redactedToo, types, retiredToo, tags, threadId, key, minSalience, at);
  }

  Asking atLeast(double salience) {
    return new Asking(
        ceiling, scopes, redactedToo, types, retiredToo, tags, threadId, episode, salience, at);
  }

  Asking at(Instant instant) {
    return new Asking(
        ceiling,
        scopes,
        redactedToo,
        types,
        retiredToo,
        tags,
        threadId,
        episode,
        minSalience,
        instant);
  }

  Filter filter() {
    return new Filter(
        new Visibility(ceiling, scopes),
        redactedToo,
        types,
        retiredToo,
        tags,
        threadId,
        episode,
        minSalience,
        at,
        at);
  }

  List<String> ids(MemoryStore store, int limit) {
    return store.search(new Search(filter(), new Ranking.BySalience(), limit)).stream()
        .map(Hit::id)
        .toList();
  }

  List<Hit> containing(MemoryStore store, int limit, String... terms) {
    Ranking ranking = new Ranking.ByTerms(Arrays.asList(terms));
    return store.search(new Search(filter(), ranking, limit));
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
