package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PersonalDataTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          mail weiss.o'hanrahan@x.org about it | mail {{email}} about it
          to:o'hara.d'angelo@x.org, please     | to:{{email}}, please
          from 'ann@x.org' or user='ann@x.org' | from '{{email}}' or user='{{email}}'
          don't write to ann@x.org             | don't write to {{email}}
          u'1ann@x.org and f'_bob@x.org        | u'{{email}} and f'{{email}}
          the users' list: @ann                | the users' list: @ann
          """)
  void an_address_is_masked_as_a_whole(String text, String masked) {
    assertThat(PersonalData.maskedIn(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a'", "a", "'", "a@", "a:'", "token=", "sk-", "/home/"})
  void a_long_text_takes_no_time(String part) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> PersonalData.maskedIn(part.repeat(200_000 / part.length())));
  }
}
