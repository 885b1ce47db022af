package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final String CRAB = "\uD83E\uDD80";

  @Test
  void a_beginning_halves_no_character() {
    assertThat(Limits.beginning("ab" + CRAB, 3)).isEqualTo("ab");
    assertThat(Limits.beginning("ab" + CRAB + "c", 4)).isEqualTo("ab" + CRAB);
    assertThat(Limits.beginning(CRAB + CRAB, 2)).isEqualTo(CRAB);
    assertThat(Limits.beginning(CRAB, 1)).isEmpty();
  }

  @Test
  void a_short_text_is_its_own_beginning() {
    assertThat(Limits.beginning("ab" + CRAB, 4)).isEqualTo("ab" + CRAB);
    assertThat(Limits.beginning("ab", 2)).isEqualTo("ab");
    assertThat(Limits.beginning("ab", 0)).isEmpty();
    assertThat(Limits.beginning("", 0)).isEmpty();
  }
}
