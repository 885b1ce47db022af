package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.store.jdbc.Space;
import dev.membrane.store.jdbc.Space.By;
import dev.membrane.store.jdbc.WordConditions;
import dev.membrane.store.jdbc.Words;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Conditions on tags and threads where the words of a document are encrypted. They are searched
 * among those that the index knows.
 *
 * @param words each as it is known in some spaces
 */
record PostingConditions(List<List<String>> words) implements WordConditions {

  private static final String HAS_WORD =
      """
       AND EXISTS (SELECT FROM posting p WHERE p.rid = s.rid AND p.words && :word%d)
      """;

  /** The conditions of a filter in spaces of one scope. */
  static PostingConditions of(StoreCipher cipher, Filter filter, List<Space> spaces) {
    WordForm form = cipher.wordsOfColumn(spaces.isEmpty() ? "" : spaces.get(0).scope());
    List<List<String>> words = new ArrayList<>();
    for (String word : form.all(Words.always(filter))) {
      words.add(spaces.stream().map(space -> Words.in(space.id(), word)).toList());
    }
    return new PostingConditions(words);
  }

  @Override
  public boolean isSelective() {
    return !words.isEmpty();
  }

  @Override
  public String sql(By by) {
    return IntStream.range(0, words.size())
        .mapToObj(HAS_WORD::formatted)
        .collect(Collectors.joining());
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    for (int number = 0; number < words.size(); number++) {
      values.put("word" + number, PostgresDialect.array("text", words.get(number).toArray()));
    }
    return values;
  }
}
