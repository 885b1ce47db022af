package dev.membrane.store.sqlite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a record one by one.
 *
 * @param all with which it is found
 * @param counted those that pools count: terms and tags
 * @param tags those that have lists in the order of salience
 */
record ListedWords(List<String> all, List<String> counted, List<String> tags) {

  /** The text by which the index knows these words in the spaces of the record. */
  String postings(long space, @Nullable Long whole) {
    StringBuilder tokens = new StringBuilder(32 * all.size());
    append(tokens, Words.in(space, ""));
    if (whole != null) {
      append(tokens, Words.in(whole, ""));
    }
    return tokens.toString();
  }

  private void append(StringBuilder tokens, String space) {
    for (String word : all) {
      tokens.append(space).append(word).append(' ');
    }
  }
}
