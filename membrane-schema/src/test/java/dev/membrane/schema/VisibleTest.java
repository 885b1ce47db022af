package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "project:acme",
        "two words",
        "Stra\u00dfe",
        "\u65e5\u672c\u8a9e",
        "cafe\u0301",
        "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
        "\ud83d\udc69\ud83c\udffd\u200d\ud83d\ude80",
        "\u2764\ufe0f",
        "\u2194\ufe0f",
        "1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
        "\u2801\u2803",
        ""
      })
  void what_is_seen_may_stand_in_an_identifier(String text) {
    assertThatCode(() -> Visible.checkIdentifier("scope", text)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x09, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d,
        0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164,
        0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0041, 0xe0100
      })
  void what_is_not_seen_may_not(int c) {
    String text = "ac" + Character.toString(c) + "me";
    assertThatThrownBy(() -> Visible.checkIdentifier("scope", text))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "validation error for scope: must not contain the invisible character U+%04X"
                .formatted(c));
  }

  @Test
  void a_joiner_at_the_end_of_a_word_is_not_seen() {
    assertThatThrownBy(() -> Visible.checkIdentifier("tags", "\u0645\u200c"))
        .hasMessageContaining("U+200C");
    assertThatThrownBy(() -> Visible.checkIdentifier("tags", "\u2764\u200d"))
        .hasMessageContaining("U+200D");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" ", "\t\n", "\u00a0", "\u2003\u3000", "\u200b", "\u2800", "\ufeff \u202e"})
  void white_space_and_what_is_not_seen_is_blank(String text) {
    assertThat(Visible.isBlank(text)).isTrue();
    assertThatThrownBy(() -> Visible.checkIdentifier("scope", text))
        .hasMessage("validation error for scope: must not be blank");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " . ", "\u0301", "\ud83d\ude80", "\u65e5"})
  void whatever_else_is_not_blank(String text) {
    assertThat(Visible.isBlank(text)).isFalse();
  }
}
