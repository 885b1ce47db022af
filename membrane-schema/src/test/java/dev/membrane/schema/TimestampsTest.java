package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  private static final String FORM =
      "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z";

  @ParameterizedTest
  @CsvSource({
    "2025-01-15T10:30:00Z,                   2025-01-15T10:30:00Z",
    "2025-01-15t10:30:00z,                   2025-01-15T10:30:00Z",
    "2025-01-15T10:30:00+02:00,              2025-01-15T08:30:00Z",
    "2025-01-15T10:30:00-23:59,              2025-01-16T10:29:00Z",
    "2025-01-15T10:30:00-00:00,              2025-01-15T10:30:00Z",
    "2025-01-15T10:30:00.1Z,                 2025-01-15T10:30:00.1Z",
    "2025-01-15T10:30:00.1234569Z,           2025-01-15T10:30:00.123456Z",
    "2025-01-15T10:30:00.000000000000000001Z,2025-01-15T10:30:00Z",
    "1969-12-31T23:59:59.9999999Z,           1969-12-31T23:59:59.999999Z",
    "2024-02-29T00:00:00Z,                   2024-02-29T00:00:00Z",
    "2016-12-31T23:59:60Z,                   2017-01-01T00:00:00Z",
    "2016-12-31T23:59:60.75Z,                2017-01-01T00:00:00.75Z",
    "2015-07-01T02:29:60+02:30,              2015-07-01T00:00:00Z",
    "1990-12-31T15:59:60-08:00,              1991-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z,                   0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z,            9999-12-31T23:59:59.999999Z"
  })
  void reads_rfc_3339_into_whole_microseconds(String text, Instant expected) {
    assertThat(Timestamps.parse("timestamp", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2025-01-15",
        "2025-01-15T10:30Z",
        "2025-01-15T10:30:00",
        "2025-01-15 10:30:00Z",
        "2025-01-15T10:30:00.Z",
        "2025-01-15T10:30:00,5Z",
        "2025-01-15T10:30:00+0200",
        "2025-01-15T10:30:00+24:00",
        "2025-01-15T10:30:00+02:60",
        "2025-01-15T10:30:60Z",
        "2025-01-15T23:59:60Z",
        "2016-12-31T23:59:60+01:00",
        "2016-12-31T23:59:61Z",
        "9999-12-31T23:59:60Z",
        "2025-01-15T24:00:00Z",
        "2025-13-15T10:30:00Z",
        "2025-02-29T10:30:00Z",
        "+12025-01-15T10:30:00Z",
        "0000-12-31T00:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "2025-01-15T10:30:00Z ",
        "2025-01-15T10:30:00Z\n",
        "٢٠٢٥-01-15T10:30:00Z"
      })
  void refuses_anything_else(String text) {
    assertThatThrownBy(() -> Timestamps.parse("timestamp", text))
        .isInstanceOf(ValidationException.class)
        .hasMessage("invalid timestamp: \"" + text + "\" in timestamp" + FORM);
  }

  @Test
  void an_endless_text_is_not_repeated_in_full() {
    assertThatThrownBy(() -> Timestamps.parse("timestamp", "9".repeat(100_000)))
        .hasMessage("invalid timestamp: \"" + "9".repeat(64) + "…\" in timestamp" + FORM);
  }

  @Test
  void writes_what_an_instant_says_of_itself_and_reads_it_back() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      Instant instant = anyInstant(random);
      String text = Timestamps.write(instant);
      assertThat(text).isEqualTo(instant.toString());
      assertThat(Timestamps.read(text)).isEqualTo(instant);
    }
  }

  private static Instant anyInstant(Random random) {
    long first = Timestamps.MIN.getEpochSecond();
    long seconds = random.nextLong(first, Timestamps.MAX.getEpochSecond() + 1);
    int unit = new int[] {1_000, 1_000_000, 100_000_000, 1_000_000_000}[random.nextInt(4)];
    return Instant.ofEpochSecond(seconds, random.nextInt(1_000_000_000) / unit * (long) unit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z",
        "0000-12-31T23:59:59Z",
        "+10000-01-01T00:00:00Z",
        "2025-01-15T10:30:00.000000001Z"
      })
  void writes_the_first_and_the_last_and_what_no_record_holds_all_the_same(String text) {
    assertThat(Timestamps.write(Instant.parse(text))).isEqualTo(text);
  }
}
