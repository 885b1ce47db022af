package dev.membrane.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceSharesTest {

  @Test
  void an_address_has_its_share_and_others_have_the_rest() {
    PlaceShares places = new PlaceShares(4, 2);
    assertThat(places.take("a")).isTrue();
    assertThat(places.take("a")).isTrue();
    assertThat(places.take("a")).isFalse();
    assertThat(places.take("b")).isTrue();
    assertThat(places.take("b")).isTrue();
    assertThat(places.take("c")).isFalse();
  }

  @Test
  void a_place_that_was_given_back_can_be_taken_again() {
    PlaceShares places = new PlaceShares(2, 1);
    assertThat(places.take("a")).isTrue();
    places.give("a");
    assertThat(places.take("a")).isTrue();
    assertThat(places.take("a")).isFalse();
    assertThat(places.take("b")).isTrue();
    places.give("a");
    assertThat(places.take("b")).isFalse();
  }
}
