package dev.membrane.store.postgres;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words of a record one by one.
 *
 * @param all with which it is found
 * @param counted those that pools count: terms and tags
 */
record ListedWords(List<String> all, List<String> counted) {

  /** The words as the index knows them in the spaces of the record. */
  String[] postings(long space, @Nullable Long whole) {
    Stream<String> own = all.stream().map(word -> Words.in(space, word));
    return (whole == null ? own : Stream.concat(own, all.stream().map(w -> Words.in(whole, w))))
        .toArray(String[]::new);
  }
}
