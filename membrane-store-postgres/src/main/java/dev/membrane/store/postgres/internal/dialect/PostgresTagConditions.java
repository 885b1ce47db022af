package dev.membrane.store.postgres.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.filter.WordConditions;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Conditions on tags and threads. They are searched among the words of a document or, where these
 * are encrypted, among those that the index knows.
 *
 * @param condition on one of the words, with a place for its number
 * @param words what each is compared with
 */
public record PostgresTagConditions(String condition, List<Object> words)
    implements WordConditions {

  private static final String IN_DOCUMENT =
      """
       AND EXISTS (SELECT FROM document d WHERE d.rid = s.rid AND strpos(d.words, :word%s) > 0)
      """;

  private static final String IN_POSTING =
      """
       AND EXISTS (SELECT FROM posting p WHERE p.rid = s.rid AND p.words && :word%s)
      """;

  public static PostgresTagConditions of(Filter filter) {
    return new PostgresTagConditions(IN_DOCUMENT, List.copyOf(WordList.always(filter)));
  }

  /** In spaces of one scope, of an encrypted database. */
  static PostgresTagConditions of(StoreCipher cipher, Filter filter, List<Space> spaces) {
    WordForm form = Space.formOf(cipher, spaces);
    List<Object> words = new ArrayList<>();
    for (String word : form.all(WordEncoding.always(filter))) {
      Object[] known = spaces.stream().map(space -> WordEncoding.in(space.id(), word)).toArray();
      words.add(PostgresDialect.array("text", known));
    }
    return new PostgresTagConditions(IN_POSTING, words);
  }

  @Override
  public boolean isSelective() {
    return !words.isEmpty();
  }

  @Override
  public String sql(By by) {
    return IntStream.range(0, words.size())
        .mapToObj(condition::formatted)
        .collect(Collectors.joining());
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    for (int number = 0; number < words.size(); number++) {
      values.put("word" + number, words.get(number));
    }
    return values;
  }
}
