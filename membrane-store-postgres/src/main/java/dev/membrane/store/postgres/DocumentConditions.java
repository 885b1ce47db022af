package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.store.jdbc.Space.By;
import dev.membrane.store.jdbc.WordConditions;
import dev.membrane.store.jdbc.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Conditions on tags and threads. They are searched among the words of a document.
 *
 * @param words each between blanks
 */
record DocumentConditions(List<String> words) implements WordConditions {

  private static final String HAS_WORD =
      """
       AND EXISTS (SELECT FROM document d WHERE d.rid = s.rid AND strpos(d.words, :word%d) > 0)
      """;

  static DocumentConditions of(Filter filter) {
    return new DocumentConditions(
        Words.always(filter).stream().map(word -> " " + word + " ").toList());
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
      values.put("word" + number, words.get(number));
    }
    return values;
  }
}
