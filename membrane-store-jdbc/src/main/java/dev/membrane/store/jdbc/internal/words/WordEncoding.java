package dev.membrane.store.jdbc.internal.words;

import dev.membrane.spi.search.Filter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes terms, tags, threads, episodes and the targets of relations for posting lists and counts.
 * Small letters, digits and everything outside ASCII stay as they are; anything else becomes its
 * number between underscores. So a word holds no blank, and is not changed by an index that splits
 * text into runs of letters, digits and underscores and lowers ASCII letters. Very long texts
 * become a digest, since an index would cut them and could not tell two of them apart.
 */
public final class WordEncoding {

  private static final int MAX_LENGTH = 120;
  private static final String DIGEST = "_h_";
  private static final char TERM = 't';
  private static final char TAG = 'g';
  private static final char THREAD = 'w';
  private static final char RELATION = 'r';
  private static final char EPISODE = 'e';
  private static final char FIRST_OF_EPISODE = 'f';

  private WordEncoding() {}

  /** The word of a term. */
  public static String term(String term) {
    return word(TERM, term);
  }

  /** The term of a word; null if the word is a digest. */
  static @Nullable String termOf(String word) {
    if (word.startsWith(DIGEST, 1)) {
      return null;
    }
    StringBuilder term = new StringBuilder();
    for (int i = 1; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '_') {
        int end = word.indexOf('_', i + 1);
        term.append((char) Integer.parseInt(word, i + 1, end, 16));
        i = end;
      } else {
        term.append(c);
      }
    }
    return term.toString();
  }

  /** The word of a tag. */
  public static String tag(String tag) {
    return word(TAG, tag);
  }

  /** The word of a thread. */
  static String thread(String threadId) {
    return word(THREAD, threadId);
  }

  /** The word of a relation to a record. */
  public static String relation(String targetId) {
    return word(RELATION, targetId);
  }

  /** The word of an episode. */
  public static String episode(String key) {
    return word(EPISODE, key);
  }

  /** The word of what is the first record of an episode. */
  public static String firstOfEpisode() {
    return word(FIRST_OF_EPISODE, "");
  }

  /** Whether the word is a tag. */
  static boolean isTag(String word) {
    return word.charAt(0) == TAG;
  }

  /** The words that every record that passes a filter has: its tags, its thread, its episode. */
  public static List<String> always(Filter filter) {
    List<String> words = new ArrayList<>(filter.tags().stream().map(WordEncoding::tag).toList());
    if (filter.threadId() != null) {
      words.add(thread(filter.threadId()));
    }
    if (filter.episode() != null) {
      words.add(episode(filter.episode()));
    }
    return words;
  }

  /** The word within a space. */
  public static String in(long space, String word) {
    return Long.toString(space, Character.MAX_RADIX) + '_' + word;
  }

  private static String word(char kind, String text) {
    StringBuilder word = new StringBuilder(text.length() + 1).append(kind);
    if (text.length() > MAX_LENGTH) {
      // No number is written as "h", so that a digest is never mistaken for a text.
      return word.append(DIGEST).append(ShortDigest.of(text)).toString();
    }
    for (int i = 0; i < text.length(); i++) {
      append(word, text.charAt(i));
    }
    return word.toString();
  }

  private static void append(StringBuilder word, char c) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c > 127) {
      word.append(c);
    } else {
      word.append('_').append(Integer.toHexString(c)).append('_');
    }
  }
}
