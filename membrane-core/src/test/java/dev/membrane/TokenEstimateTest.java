package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "' ', 0",
    "a, 1",
    "letter, 1",
    "letters, 2",
    "two words, 2",
    "2023, 2",
    "a1, 2",
    "{\":\", 2",
    "茶茶, 2",
    "чай, 2",
    "😀, 2",
    "été, 3"
  })
  void runs_of_one_kind_are_counted_by_their_bytes(String text, long tokens) {
    assertThat(TokenEstimate.of(text)).isEqualTo(tokens);
  }

  @Test
  void a_line_break_counts_and_other_white_space_does_not() {
    assertThat(TokenEstimate.of("a\nb")).isEqualTo(3);
    assertThat(TokenEstimate.of("a \t b")).isEqualTo(2);
  }

  @Test
  void a_beginning_never_has_more_than_the_whole() {
    String text =
        "Ann: J’ai 3 chats, 12345 chiens (\"Rex\")…\n\uD83D\uDE00\uD83E\uDD80 fin de l'été";
    for (int end = 1; end <= text.length(); end++) {
      assertThat(TokenEstimate.of(text.substring(0, end - 1)))
          .isLessThanOrEqualTo(TokenEstimate.of(text.substring(0, end)));
    }
  }
}
