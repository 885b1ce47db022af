package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MasksTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Hi, I am Yusuf Rossi in 19122.       | Hi, I am {{name}} in {{number}}.
          Cancel order #W5744371, please       | Cancel order {{id}}, please
          write to ann.lee@example.com today   | write to {{email}} today
          pay $1,234.50 by 2026-01-31          | pay {{number}} by {{number}}
          set the title to "Old Times"         | set the title to {{quoted}}
          Please cancel it. Thanks a lot       | Please cancel it. Thanks a lot
          I'm sure that I don't want it        | I'm sure that I don't want it
          use the new USB hub                  | use the new USB hub
          user_id_9 and mia_li                 | {{id}} and mia_li
          """)
  void only_what_one_case_is_about_is_taken_out(String text, String masked) {
    assertThat(Masks.named(text)).isEqualTo(masked);
  }

  @Test
  void nothing_is_left_of_it_where_it_is_blanked() {
    assertThat(Masks.blanked("ask Mia Li about order W12").split(" +"))
        .containsExactly("ask", "about", "order");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\"", "'", "“", "a'", "A", "a.", "1a", "@", " A", "-", "%a"})
  void a_long_text_takes_no_time(String part) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> Masks.named(part.repeat(500_000 / part.length())));
  }
}
