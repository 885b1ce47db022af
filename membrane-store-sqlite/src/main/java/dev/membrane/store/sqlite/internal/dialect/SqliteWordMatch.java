package dev.membrane.store.sqlite.internal.dialect;

import static java.util.stream.Collectors.joining;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the match expressions for the posting table. Every word is searched only in the lists of
 * the visible spaces, and the index intersects words that must all be there.
 */
public final class SqliteWordMatch {

  /** The index merges the lists of one expression; more lists than this go into another one. */
  private static final int MAX_LISTS = 256;

  private final StoreCipher cipher;
  private final List<List<Space>> chunks = new ArrayList<>();
  private final List<List<String>> always;

  public SqliteWordMatch(StoreCipher cipher, List<Space> spaces, Filter filter) {
    this(cipher, spaces, WordEncoding.always(filter).stream().map(List::of).toList());
  }

  /** For one word of each of some lists. */
  public SqliteWordMatch(StoreCipher cipher, List<Space> spaces, List<List<String>> always) {
    this.cipher = cipher;
    int words = always.stream().mapToInt(List::size).max().orElse(1);
    int most = Math.max(1, MAX_LISTS / words);
    for (int i = 0; i < spaces.size(); i += most) {
      chunks.add(spaces.subList(i, Math.min(spaces.size(), i + most)));
    }
    this.always = always;
  }

  /** One expression for each chunk of spaces; together they find a word, or, with null, any. */
  public List<String> expressions(@Nullable String word) {
    List<List<String>> words = new ArrayList<>(always);
    if (word != null) {
      words.add(List.of(word));
    }
    return chunks.stream().map(chunk -> allOf(words, chunk)).toList();
  }

  private String allOf(List<List<String>> words, List<Space> spaces) {
    return words.stream()
        .map(
            some ->
                some.stream()
                    .flatMap(word -> anywhere(word, spaces))
                    .collect(joining(" OR ", "(", ")")))
        .collect(joining(" AND "));
  }

  // Words hold neither quotation marks nor blanks.
  private Stream<String> anywhere(String word, List<Space> spaces) {
    Map<String, String> forms = new HashMap<>();
    for (Space space : spaces) {
      forms.computeIfAbsent(space.scope(), scope -> cipher.wordsOfColumn(scope).of(word));
    }
    return spaces.stream()
        .map(
            space ->
                '"' + WordEncoding.in(space.id(), forms.getOrDefault(space.scope(), word)) + '"');
  }
}
