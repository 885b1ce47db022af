package dev.membrane.store.sqlite.internal.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts of words are read as they were written, in the order of SQLite. */
final class WordBlockTest {

  private static final List<Long> NUMBERS =
      List.of(1L, -1L, 47L, 48L, -47L, 127L, 128L, Long.MAX_VALUE, Long.MIN_VALUE);

  private static final List<String> LETTERS =
      List.of("a", "b", "0", "_", "é", "\uffee", "🍐", "x".repeat(300));

  @Test
  void counts_of_any_words_are_read_as_they_were_written() throws SQLException {
    Random random = new Random(5);
    for (int trial = 0; trial < 300; trial++) {
      Map<String, Long> counts = new HashMap<>();
      for (int n = random.nextInt(30); n >= 0; n--) {
        counts.put(word(random), NUMBERS.get(random.nextInt(NUMBERS.size())));
      }
      WordBlock block = new WordBlock(1, WordBlock.write(counts));
      Map<String, Long> read = new HashMap<>();
      block.addTo(read);
      assertThat(read).isEqualTo(counts);
      for (int n = 0; n < 10; n++) {
        String word = word(random);
        assertThat(block.count(word)).as(word).isEqualTo(counts.getOrDefault(word, 0L));
      }
    }
  }

  @Test
  void words_are_in_the_order_of_their_bytes() throws SQLException {
    byte[] bytes = WordBlock.write(Map.of("t🍐", 1L, "t\uffee", 2L, "tz", 3L));
    List<String> words = new ArrayList<>();
    WordBlock.Cursor cursor = new WordBlock(1, bytes).cursor();
    while (cursor.next()) {
      words.add(cursor.word());
    }
    assertThat(words).containsExactly("tz", "t\uffee", "t🍐");
  }

  @Test
  void other_bytes_are_an_error() throws SQLException {
    byte[] bytes = WordBlock.write(Map.of("tapple", 1L, "tapples", 1_000L));
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      if (length != "_tapple_".length()) {
        assertThatThrownBy(() -> new WordBlock(1, cut).addTo(new HashMap<>()))
            .as("%s bytes", length)
            .isInstanceOf(WordBlock.DamagedException.class);
      }
    }
    byte[] tooMuchInCommon = "\u0001a\u0001".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> new WordBlock(1, tooMuchInCommon).count("ta"))
        .isInstanceOf(WordBlock.DamagedException.class);
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder("t");
    for (int n = random.nextInt(4); n > 0; n--) {
      word.append(LETTERS.get(random.nextInt(LETTERS.size())));
    }
    return word.toString();
  }
}
