package dev.membrane.store.postgres.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the row {@code p} of {@code posting}. Every word is searched only within the
 * visible spaces, and the index intersects words that must all be there.
 */
public final class PostgresWordMatch {

  /**
   * For the rest of the transaction. In a table that seems small, or for words in many spaces, the
   * planner would else compare the words of each record, which takes long where they are many or
   * encrypted.
   */
  public static final String ASK_INDEX_FIRST = "SET LOCAL enable_seqscan = off";

  private static final String AS_BEFORE = "SET LOCAL enable_seqscan = DEFAULT";

  private final StoreCipher cipher;
  private final List<List<String>> all = new ArrayList<>();

  /**
   * A match of the words of a filter and one more.
   *
   * @param word null: no other
   */
  public PostgresWordMatch(
      StoreCipher cipher, List<Space> spaces, Filter filter, @Nullable String word) {
    this(cipher, spaces, words(filter, word).stream().map(List::of).toList());
  }

  /** A match of one word of each of some lists. */
  PostgresWordMatch(StoreCipher cipher, List<Space> spaces, List<List<String>> words) {
    this.cipher = cipher;
    for (List<String> each : words) {
      all.add(
          spaces.stream().flatMap(space -> each.stream().map(word -> in(space, word))).toList());
    }
  }

  private String in(Space space, String word) {
    return WordEncoding.in(space.id(), cipher.wordsOfColumn(space.scope()).of(word));
  }

  private static List<String> words(Filter filter, @Nullable String word) {
    List<String> words = WordEncoding.always(filter);
    if (word != null) {
      words.add(word);
    }
    return words;
  }

  /** The SQL, made of constant parts. */
  public String sql() {
    return IntStream.range(0, all.size())
        .mapToObj("p.words && :match%s"::formatted)
        .collect(Collectors.joining(" AND "));
  }

  /** A statement with the condition and a limit, which is a constant for the planner to know. */
  public String sql(String statement, Object limit) {
    return statement.replace("<match>", sql()).replace("<limit>", String.valueOf(limit));
  }

  /** The numbers that a query answers whose words are looked up in the index. */
  public static List<Long> numbers(ReadTransaction rows, String sql, Map<String, ?> values)
      throws SQLException {
    rows.update(ASK_INDEX_FIRST);
    List<Long> numbers = rows.all(row -> row.getLong(1), sql, values);
    rows.update(AS_BEFORE);
    return numbers;
  }

  /** The parameters. */
  public Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    for (int number = 0; number < all.size(); number++) {
      values.put("match" + number, PostgresDialect.array("text", all.get(number).toArray()));
    }
    return values;
  }
}
