package dev.membrane.store.jdbc.internal.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.tck.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

final class DeltaTest {

  /** They share their first surrogates, or their second ones. */
  private static final int[] EMOJI = {0x1F600, 0x1F601, 0x1F200, 0x1F201, 0x1FA00};

  private static String words(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("{\"t\":").append(random.nextInt(40)).append(",\"w\":\"ä漢🍐\"},");
    }
    return text.toString();
  }

  private static String edited(String text, Random random) {
    StringBuilder edited = new StringBuilder(text);
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(edited.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> edited.insert(at, words(random, random.nextInt(60)));
        case 1 -> edited.delete(at, Math.min(edited.length(), at + random.nextInt(200)));
        default -> edited.insert(at, random.nextInt());
      }
    }
    return edited.toString();
  }

  @Test
  void any_earlier_text_is_made_from_any_later_one(TestInfo test) {
    Random random = Seed.of(test);
    for (int i = 0; i < 2_000; i++) {
      String later = words(random, random.nextInt(80));
      String earlier = random.nextInt(10) == 0 ? words(random, 30) : edited(later, random);
      String delta = Delta.between(later, earlier);
      assertThat(Delta.apply(later, delta)).isEqualTo(earlier);
    }
  }

  @Test
  void a_delta_is_the_same_after_it_was_stored_as_utf_8(TestInfo test) {
    Random random = Seed.of(test);
    for (int i = 0; i < 2_000; i++) {
      int[] points = random.ints(200, 0, EMOJI.length).map(at -> EMOJI[at]).toArray();
      String earlier = new String(points, 0, points.length);
      for (int edits = random.nextInt(6); edits > 0; edits--) {
        points[random.nextInt(points.length)] = EMOJI[random.nextInt(EMOJI.length)];
      }
      int start = random.nextInt(50);
      String later = new String(points, start, points.length - start - random.nextInt(50));
      String delta = Delta.between(later, earlier);
      String stored = new String(delta.getBytes(UTF_8), UTF_8);
      assertThat(Delta.apply(later, stored)).isEqualTo(earlier);
    }
  }

  @Test
  void what_was_added_in_several_places_takes_numbers_only() {
    Random random = new Random(1);
    String one = words(random, 300);
    String two = words(random, 300);
    String three = words(random, 300);
    String later = one + "something new" + two + words(random, 9) + three;
    assertThat(Delta.between(later, one + two + three)).matches("(\\d+\\+\\d+;){3}");
  }

  @Test
  void a_text_that_is_gone_is_kept_whole() {
    assertThat(Delta.apply("", Delta.between("", "text"))).isEqualTo("text");
    assertThat(Delta.apply("later", Delta.between("later", ""))).isEmpty();
  }

  @Test
  void a_delta_of_another_text_is_refused() {
    String delta = Delta.between("a".repeat(100), "a".repeat(90));
    for (String broken : new String[] {delta, "x", "5:text", "1+", "999999999999:x"}) {
      assertThatThrownBy(() -> Delta.apply("short", broken))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
