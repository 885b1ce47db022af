package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdentityTextTest {

  private static final Duration LINEAR = Duration.ofSeconds(60);

  @Test
  void composed_and_decomposed_text_are_one() {
    assertThat(IdentityText.of("Cafe\u0301")).isEqualTo(IdentityText.of("Caf\u00e9"));
    assertThat(IdentityText.of("\u1112\u1161\u11ab")).isEqualTo(IdentityText.of("\ud55c"));
    assertThat(IdentityText.of("\u212b")).isEqualTo(IdentityText.of("A\u030a"));
  }

  @Test
  void what_is_written_otherwise_stays_two_texts() {
    assertThat(IdentityText.of("fi")).isNotEqualTo(IdentityText.of("\ufb01"));
    assertThat(IdentityText.of("a")).isNotEqualTo(IdentityText.of("A"));
    assertThat(IdentityText.of("a")).isNotEqualTo(IdentityText.of("\u0430"));
  }

  @Test
  void text_that_is_meant_to_be_read_is_in_the_form_that_unicode_says() {
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      String text = words(random);
      assertThat(IdentityText.of(text)).isEqualTo(Normalizer.normalize(text, Normalizer.Form.NFC));
    }
  }

  @Test
  void the_identity_of_an_identity_is_the_same() {
    Random random = new Random(2);
    for (int i = 0; i < 500; i++) {
      String once = IdentityText.of(words(random) + "a" + marks(random, 60) + words(random));
      assertThat(IdentityText.of(once)).isEqualTo(once);
    }
  }

  @Test
  void marks_without_end_take_linear_time() {
    String marks = "\u0301".repeat(500_000) + "\u0316".repeat(500_000);
    String identity =
        assertTimeoutPreemptively(LINEAR, () -> IdentityText.of("e\u0301 a" + marks + " e\u0301"));
    assertThat(identity).startsWith("\u00e9 a").endsWith(" \u00e9");
  }

  @Test
  void numbers_of_one_value_are_one() {
    assertThat(List.of("1.0", "1e0", "1E+0", "10e-1", "0.1e1", "0.001e0003", "100.00E-2"))
        .allSatisfy(text -> assertThat(number(text)).isEqualTo(number("1")));
    assertThat(List.of("-0", "0.00", "0e999999999999999999999999", "-0.0E-7"))
        .allSatisfy(text -> assertThat(number(text)).isEqualTo(number("0")));
  }

  @Test
  void numbers_are_compared_as_exact_arithmetic_compares_them() {
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      String one = literal(random);
      String other = random.nextBoolean() ? literal(random) : rewritten(one, random);
      boolean isSame = new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
      assertThat(number(one).equals(number(other))).as("%s and %s", one, other).isEqualTo(isSame);
    }
  }

  @Test
  void a_long_number_and_a_far_exponent_take_linear_time() {
    String digits = "7".repeat(2_000_000);
    assertTimeoutPreemptively(
        LINEAR,
        () -> {
          assertThat(number(digits)).isEqualTo(number(digits + ".000"));
          assertThat(number("1" + "0".repeat(2_000_000))).isEqualTo(number("1e2000000"));
          assertThat(number("1e999999999")).isNotEqualTo(number("1e999999998"));
          assertThat(number("1e" + digits)).isNotEqualTo(number("2e" + digits));
        });
  }

  @Test
  void members_are_compared_whatever_their_order_and_items_in_theirs() {
    JsonValue one = JsonValue.of(Map.of("a", 1, "e\u0301", List.of("x", "y")));
    JsonValue same = JsonValue.of(Map.of("\u00e9", List.of("x", "y"), "a", 1.0));
    JsonValue other = JsonValue.of(Map.of("\u00e9", List.of("y", "x"), "a", 1));
    assertThat(IdentityText.of(one)).isEqualTo(IdentityText.of(same));
    assertThat(IdentityText.of(one)).isNotEqualTo(IdentityText.of(other));
  }

  @Test
  void no_value_passes_for_another() {
    assertThat(
            List.of(
                JsonValue.of("1"),
                JsonValue.of(1),
                JsonValue.of(true),
                JsonValue.of("t"),
                JsonNull.NULL,
                JsonValue.of("n"),
                JsonValue.of(List.of()),
                JsonValue.of(Map.of()),
                JsonValue.of(List.of("a", "b")),
                JsonValue.of(List.of("a1:b")),
                JsonValue.of(List.of(List.of("a"), "b")),
                JsonValue.of(Map.of("a", "b"))))
        .extracting(IdentityText::of)
        .doesNotHaveDuplicates();
  }

  private static String number(String literal) {
    return IdentityText.of(new JsonNumber(literal));
  }

  private static String literal(Random random) {
    String fraction = random.nextBoolean() ? "." + random.nextInt(200) : "";
    String exponent = random.nextBoolean() ? "e" + (random.nextInt(9) - 4) : "";
    return (random.nextBoolean() ? "-" : "") + random.nextInt(30) + fraction + exponent;
  }

  private static String rewritten(String literal, Random random) {
    BigDecimal value = new BigDecimal(literal);
    String plain = value.setScale(Math.max(0, value.scale()) + random.nextInt(4)).toPlainString();
    return random.nextBoolean() ? plain : value.unscaledValue() + "E" + -value.scale();
  }

  private static String words(Random random) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      words.appendCodePoint('a' + random.nextInt(26)).append(marks(random, 3));
      words.appendCodePoint(0xa0 + random.nextInt(0x1fff));
    }
    return words.toString();
  }

  private static String marks(Random random, int most) {
    StringBuilder marks = new StringBuilder();
    random.ints(random.nextInt(most + 1), 0x300, 0x362).forEach(marks::appendCodePoint);
    return marks.toString();
  }
}
