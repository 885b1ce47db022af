package dev.membrane.store.sqlite.internal.search;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.WordCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which of many visible pools have a word at all. Most words occur in few of many scopes, and
 * a vain question to the text index costs ten times as much as this.
 *
 * @param recordsByPool by word; null: there are few pools, and each of them may have any word
 */
record SqliteWordPools(@Nullable Map<String, Map<Long, Long>> recordsByPool) {

  /** Counts are read from many segments, so that to ask the text index in vain costs no more. */
  private static final int FEW = 8;

  static SqliteWordPools read(Sql sql, List<Space> spaces, Collection<String> words)
      throws SQLException {
    if (spaces.stream().map(Space::pool).distinct().limit(FEW + 1L).count() <= FEW) {
      return new SqliteWordPools(null);
    }
    StoreCipher cipher = sql.dialect().cipher();
    List<PoolWords> asked = new ArrayList<>();
    Map<String, String> wordsByForm = new HashMap<>();
    for (List<Space> alike : Space.byForm(cipher, spaces)) {
      List<Long> pools = alike.stream().map(Space::pool).distinct().toList();
      WordForm form = Space.formOf(cipher, alike);
      List<String> forms = form.all(List.copyOf(words));
      asked.add(new PoolWords(pools, forms));
      Iterator<String> word = words.iterator();
      forms.forEach(each -> wordsByForm.put(each, word.next()));
    }
    Map<String, Map<Long, Long>> all = new HashMap<>();
    WordCounts.of(sql, asked)
        .forEach(
            (found, counts) ->
                all.computeIfAbsent(
                        wordsByForm.getOrDefault(found, found), first -> new HashMap<>())
                    .putAll(counts));
    return new SqliteWordPools(all);
  }

  /** The spaces that may have the word. */
  List<Space> spacesWith(String word, List<Space> spaces) {
    if (recordsByPool == null) {
      return spaces;
    }
    Map<Long, Long> pools = recordsByPool.getOrDefault(word, Map.of());
    return spaces.stream().filter(space -> pools.containsKey(space.pool())).toList();
  }
}
