package dev.membrane.store.sqlite.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.OrderedRows;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.filter.WordConditions;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.sqlite.internal.words.WordCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on tags. Tags are searched in the lists {@code tag_rank}, {@code tag_rest} and {@code
 * tag_drift}, and the list of the first tag is read instead of the index; records that are not yet
 * in these lists are found in {@code tag_recent}. No condition is needed on an episode, whose
 * records are always found by its key.
 *
 * @param tags as the index knows them, in the order in which to look for them
 * @param threadId as the column has it
 */
record SqliteTagConditions(List<String> tags, @Nullable String threadId, @Nullable String episode)
    implements WordConditions {

  private static final String OF_THREAD =
      """
       AND s.thread_id = :thread
      """;

  /** The conditions of a filter, of which the rarest tag where a caller looks comes first. */
  static SqliteTagConditions of(ReadTransaction rows, Filter filter, List<Space> spaces)
      throws SQLException {
    StoreCipher cipher = rows.dialect().cipher();
    WordForm form = Space.formOf(cipher, spaces);
    List<String> words =
        new ArrayList<>(filter.tags().stream().map(tag -> form.of(WordEncoding.tag(tag))).toList());
    if (words.size() > 1) {
      List<Long> pools = spaces.stream().map(Space::pool).distinct().toList();
      Map<String, Long> counts = WordCounts.sums(rows, List.of(new PoolWords(pools, words)));
      words.sort(Comparator.comparingLong(word -> counts.getOrDefault(word, 0L)));
    }
    String thread = filter.threadId();
    return new SqliteTagConditions(
        words, thread == null ? null : form.ofThread(thread), filter.episode());
  }

  /** Few may pass even of the list that is read. */
  @Override
  public boolean isSelective() {
    return threadId != null || episode != null || tags.size() > 1;
  }

  @Override
  public String sql(By by) {
    return tags(0, RecordOrder.RANK.word(), RecordOrder.RANK.keys(), "s", by.column()) + ofThread();
  }

  @Override
  public OrderedRows source(RecordOrder order, By by) {
    return tags.isEmpty()
        ? WordConditions.super.source(order, by)
        : new OrderedRows(
            "tag_" + order.word() + " o CROSS JOIN memory s ON s.rid = o.rid",
            "o",
            "o.tag = :tag0 AND o.space",
            tags(1, order.word(), order.keys(), "o", "space") + ofThread());
  }

  @Override
  public @Nullable OrderedRows recent() {
    return tags.isEmpty()
        ? null
        : new OrderedRows(
            "tag_recent o CROSS JOIN memory s ON s.rid = o.rid",
            "o",
            "o.tag = :tag0 AND o.space",
            tags(1, "recent", List.of("rid"), "o", "space") + ofThread());
  }

  private String ofThread() {
    return threadId == null ? "" : OF_THREAD;
  }

  // Each tag is a parameter, as a list would be taken apart again for every row.
  private String tags(int first, String table, List<String> keys, String place, String space) {
    return IntStream.range(first, tags.size())
        .mapToObj(number -> " AND " + isTagged(table, keys, ":tag" + number, place, space))
        .collect(Collectors.joining());
  }

  /** Whether the record at {@code place} is in the list of a tag, too. */
  private static String isTagged(
      String table, List<String> keys, String tag, String place, String space) {
    StringBuilder same = new StringBuilder();
    for (String key : keys) {
      same.append(" AND g.").append(key).append(" = ").append(place).append('.').append(key);
    }
    return """
    (SELECT g.rid FROM tag_%s g WHERE g.space = %s.%s AND g.tag = %s%s
    ) IS NOT NULL\
    """
        .formatted(table, place, space, tag, same);
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    if (threadId != null) {
      values.put("thread", threadId);
    }
    for (int number = 0; number < tags.size(); number++) {
      values.put("tag" + number, tags.get(number));
    }
    return values;
  }
}
