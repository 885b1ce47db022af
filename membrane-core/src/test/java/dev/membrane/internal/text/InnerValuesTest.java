package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InnerValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          curl -d '{"first": "mary", "last": "quux"}' https://x         | mary,quux
          curl -d "{\\"first\\":\\"mary\\",\\"last\\":\\"quux\\"}" x    | mary,quux
          {"in": "{\\"in\\": \\"{\\\\\\"first\\\\\\": \\\\\\"mary\\\\\\"}\\"}"} | mary
          {"first": "m\\u00e1ry", "pin": 42151, "to": ["qu\\u00fcx"]}   | máry,42151,quüx
          log {"first": "m\\u00e1ry"} now                               | máry
          first: mary, last: quux                                       | mary,quux
          sh -c "find --name='mary quux' --to=x"                        | mary quux
          https://x/f?first=D'Artagnan&last=Quux                        | D'Artagnan,Quux
          https://x/f?q=%7B%22first%22%3A%22mary%22%7D                  | mary
          cp "C:\\\\temp" --to "mary"                                   | C:\\temp,mary
          """)
  void values_are_found_in_json_and_in_quotes_within_a_value(String value, String inner) {
    assertThat(InnerValues.of(value)).contains(inner.split(","));
  }

  @Test
  void values_are_found_in_lines_with_a_colon() {
    assertThat(InnerValues.of("first: mary\n- last: 'quux'\n\n  note: seen by quimby\n"))
        .contains("mary", "quux", "seen by quimby");
  }

  @Test
  void values_are_found_over_the_lines_of_a_quote() {
    assertThat(
            InnerValues.of("curl -d \"{\n  \\\"first\\\": \\\"mary\\\",\n  \\\"no\\\": 42151}\""))
        .contains("mary", "42151");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain words alone",
        "{\"mary\": 1}",
        "at 10:30",
        "Mary: waits",
        "{broken",
        "[]",
        ""
      })
  void nothing_else_is_a_value(String value) {
    assertThat(InnerValues.of(value)).isEmpty();
  }

  @Test
  void long_json_is_looked_into_and_other_long_texts_are_not() {
    String blanks = " ".repeat(3_000);
    assertThat(InnerValues.of("{\"first\": \"mary\"" + blanks + "}")).containsExactly("mary");
    assertThat(InnerValues.of("curl -d '{\"first\": \"mary\"}'" + blanks)).isEmpty();
    assertThat(InnerValues.of("{\"first\": \"mary\"" + blanks.repeat(7) + "}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "{\"a\":",
        "[[],",
        "\"",
        "\\\"",
        "\"\\",
        "'",
        "'a ",
        "\\",
        "a: ",
        ",a",
        "\n-",
        "--a ",
        "=a",
        "%41",
        "\"a\":",
        "{",
        "\"a\n",
        "\\u0041",
        "\"\\\"\n",
        "{a: ",
        "a:",
        "['",
        "[\"",
        "=a'a",
        "a'"
      })
  void a_hostile_value_takes_no_time(String part) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int length :
              List.of(InnerValues.MAX_VALUE_LENGTH, WrittenJson.MAX_LENGTH, 2_000_000)) {
            String much = part.repeat(length / part.length());
            InnerValues.of(much);
            InnerValues.of("[\"" + much.substring(0, much.length() - 4) + "\"]");
            InnerValues.of("[" + much.substring(0, much.length() - 2) + "]");
          }
        });
  }

  @Test
  void json_in_json_in_json_takes_no_time() {
    String nested = "mary";
    while (nested.length() < WrittenJson.MAX_LENGTH / 2) {
      nested = "[\"" + nested.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]";
    }
    String deep = nested;
    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> InnerValues.of(deep));
  }
}
