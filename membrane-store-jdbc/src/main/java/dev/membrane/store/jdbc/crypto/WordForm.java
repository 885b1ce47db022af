package dev.membrane.store.jdbc.crypto;

import java.util.List;

/** How the index knows words: as they are, or by a code that nobody can guess without a key. */
public interface WordForm {

  /** The form of a word: small letters, digits and underscores. */
  String of(String word);

  /** The form of a thread, as the column of threads holds it. */
  String ofThread(String threadId);

  /** The forms of words, in their order. */
  default List<String> all(List<String> words) {
    return words.stream().map(this::of).toList();
  }
}
