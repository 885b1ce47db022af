package dev.membrane.store.postgres.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TextEncodingTest {

  @Test
  void what_has_no_nul_is_left_as_it_is() {
    assertThat(TextEncoding.escaped("\u0002 plain \uFFFF")).isEqualTo("\u0002 plain \uFFFF");
  }

  @Test
  void every_text_comes_back_and_keeps_its_place_in_the_order() {
    Random random = new Random(7);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      texts.add(text(random));
    }
    assertThat(texts)
        .allSatisfy(text -> assertThat(TextEncoding.escaped(text)).doesNotContain("\0"));
    assertThat(texts).allMatch(text -> TextEncoding.plain(TextEncoding.escaped(text)).equals(text));
    texts.sort(Comparator.naturalOrder());
    assertThat(texts.stream().map(TextEncoding::escaped)).isSorted();
  }

  private static String text(Random random) {
    char[] text = new char[random.nextInt(6)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) random.nextInt(4);
    }
    return new String(text);
  }

  @Test
  void a_key_is_short_and_belongs_to_one_text_only() {
    String head = "x".repeat(300);
    List<String> texts =
        Arrays.asList(head, head + "a", head + "b", TextEncoding.key(head), "", "\0");
    assertThat(texts.stream().map(TextEncoding::key)).doesNotHaveDuplicates();
    assertThat(texts).allMatch(text -> TextEncoding.key(text).length() < 400);
    assertThat(texts)
        .allMatch(
            text ->
                TextEncoding.whole(TextEncoding.key(text), TextEncoding.beyondKey(text))
                    .equals(text));
  }
}
