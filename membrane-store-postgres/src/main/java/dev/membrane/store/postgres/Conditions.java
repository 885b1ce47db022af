package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.store.sql.Micros;
import dev.membrane.store.sql.Words;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * What a filter asks of a record beyond its space, as a condition on the row {@code s} of {@code
 * memory}. Records seen redacted are asked nothing.
 */
final class Conditions {

  /** No condition. */
  static final Conditions NONE = new Conditions(null, List.of());

  private static final String HOLDS =
      """
       AND (s.valid_from IS NULL OR s.valid_from <= :instant)
       AND (s.valid_until IS NULL OR s.valid_until >= :instant)
      """;

  private static final String HAS_WORD =
      """
       AND EXISTS (SELECT FROM document d WHERE d.rid = s.rid AND strpos(d.words, :word%d) > 0)
      """;

  private final @Nullable Instant instant;
  private final List<String> words;

  private Conditions(@Nullable Instant instant, List<String> words) {
    this.instant = instant;
    this.words = words;
  }

  /** All that the filter asks. */
  static Conditions of(Filter filter) {
    return new Conditions(
        filter.at(), Words.always(filter).stream().map(word -> " " + word + " ").toList());
  }

  /** What remains to be asked of records that have the words of the filter. */
  static Conditions besidesWords(Filter filter) {
    return new Conditions(filter.at(), List.of());
  }

  /** Whether few records may pass, so that it pays to begin there. */
  boolean isSelective() {
    return !words.isEmpty();
  }

  /** The SQL, made of constant parts. */
  String sql() {
    String having =
        IntStream.range(0, words.size())
            .mapToObj(HAS_WORD::formatted)
            .collect(Collectors.joining());
    return instant == null ? having : HOLDS + having;
  }

  Query bind(Query query) {
    if (instant != null) {
      query.bind("instant", Micros.of(instant));
    }
    for (int number = 0; number < words.size(); number++) {
      query.bind("word" + number, words.get(number));
    }
    return query;
  }
}
